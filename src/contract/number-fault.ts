/** Numbers with so many digits, or so near to zero, that a double may not hold them. */
const SUSPECTS = /-?\d[\d.]{15,}(?:[eE][+-]?\d+)?|-?\d[\d.]*[eE]-\d{3,}/g;
const SHOWN_CHARACTERS = 40;

/**
 * Why the numbers of a JSON text cannot be kept, as sentences; undefined where they can. Numbers are
 * kept as doubles, so that 12345678901234567890 would come back as 12345678901234567000.
 */
export function numberFault(text: string): string | undefined {
  if (firstChanged(text) === undefined) return undefined;
  const changed = firstChanged(withoutStrings(text));
  if (changed === undefined) return undefined;
  return `The number ${changed.slice(0, SHOWN_CHARACTERS)} cannot be kept exactly. Write it in quotes, as text.`;
}

/** Cheap enough for every row: few texts have such numbers, and most of those are kept. */
function firstChanged(text: string): string | undefined {
  return text.match(SUSPECTS)?.find((number) => !isKept(number));
}

/** Backslashes are inside strings alone. */
function withoutStrings(json: string): string {
  return json.replaceAll(/\\./g, '').replaceAll(/"[^"]*"/g, '""');
}

/** Whether a number comes back with the digits that it was written with, as 0.10000000000000001 does. */
function isKept(number: string): boolean {
  const value = Number(number);
  if (String(value) === number) return true;
  const digits = digitsOf(number);
  return digitsOf(value.toPrecision(Math.min(Math.max(digits.length, 1), 100))) === digits;
}

function digitsOf(number: string): string {
  return number.replace(/e.*$/i, '').replaceAll(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '');
}
