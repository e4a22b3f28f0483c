/**
 * How well typed text fits a label: higher is better, undefined where its letters do not occur in this
 * order. Words of the text are looked for apart, so that "refunds conc" finds "concise on refunds".
 */
export function fuzzyScore(label: string, typed: string): number | undefined {
  const text = label.toLowerCase();
  let sum = 0;
  for (const word of typed.toLowerCase().split(/\s+/)) {
    if (word === '') continue;
    const score = wordScore(text, word);
    if (score === undefined) return undefined;
    sum += score;
  }
  // Of labels that fit alike, the shorter one is meant more often.
  return sum - text.length / 1000;
}

/** Whole words, then beginnings of words, then parts, then letters in between. */
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
    const found = text.indexOf(letter, place + 1);
    if (found < 0) return undefined;
    if (place >= 0) gaps += found - place - 1;
    place = found;
  }
  // Letters that are strewn over a long label are a match by accident.
  return gaps > word.length * 2 ? undefined : word.length - gaps / 10;
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}
