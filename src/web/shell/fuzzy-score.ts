/**
 * How well a query matches a label: higher is better, undefined if its letters do not occur in this
 * order. Each word is matched on its own, so "refunds conc" finds "concise on refunds".
 */
export function fuzzyScore(label: string, query: string): number | undefined {
  const text = label.toLowerCase();
  let sum = 0;
  for (const word of query.toLowerCase().split(/\s+/)) {
    if (word === '') continue;
    const score = wordScore(text, word);
    if (score === undefined) return undefined;
    sum += score;
  }
  // Among equal matches, users more often mean the shorter label.
  return sum - text.length / 1000;
}

/** Whole words score highest, then beginnings of words, other parts, and scattered letters. */
function wordScore(text: string, word: string): number | undefined {
  const at = text.indexOf(word);
  if (at >= 0) {
    const isStart = at === 0 || !isLetter(text[at - 1]);
    const isWhole = isStart && !isLetter(text[at + word.length]);
    return word.length * (isWhole ? 4 : isStart ? 3 : 2);
  }
  let place = -1;
  let gaps = 0;
  for (const letter of word) {
    const next = text.indexOf(letter, place + 1);
    if (next < 0) return undefined;
    if (place >= 0) gaps += next - place - 1;
    place = next;
  }
  // Letters scattered over a long label match by accident.
  return gaps > word.length * 2 ? undefined : word.length - gaps / 10;
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}
