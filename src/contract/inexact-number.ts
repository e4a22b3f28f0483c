/** Integers in JSON that a double may not hold; digits after a point are rounded everywhere. */
const LONG_INTEGERS = /(?<![\d.])-?\d{16,}(?![\d.eE])/g;
const SHOWN_DIGITS = 40;

/**
 * Why a JSON text cannot be kept, as sentences; undefined if it can. Numbers are kept as doubles:
 * the id 12345678901234567890 would come back as 12345678901234567000.
 */
export function inexactNumberFault(text: string): string | undefined {
  // Few texts have such digits, and most of those have them in strings.
  if (firstChanged(text) === undefined) return undefined;
  const changed = firstChanged(withoutStrings(text));
  if (changed === undefined) return undefined;
  return `The number ${changed.slice(0, SHOWN_DIGITS)} cannot be kept exactly. Write it in quotes, as text.`;
}

function firstChanged(text: string): string | undefined {
  return text.match(LONG_INTEGERS)?.find((digits) => !isExact(digits));
}

/** Backslashes occur only inside strings. */
function withoutStrings(json: string): string {
  return json.replaceAll(/\\./g, '').replaceAll(/"[^"]*"/g, '""');
}

function isExact(digits: string): boolean {
  const value = Number(digits);
  return String(value) === digits || (Number.isFinite(value) && BigInt(value) === BigInt(digits));
}
