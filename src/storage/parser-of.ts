const MOST_KEPT = 200;

/**
 * Reads JSON that comes back with nearly every request, such as the settings of an evaluation: the
 * same text gives the same value, which no caller may change.
 */
export function parserOf<Value>(): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const kept = known.get(text);
    if (kept !== undefined) return kept;
    const value: Value = JSON.parse(text);
    if (known.size >= MOST_KEPT) known.clear();
    known.set(text, value);
    return value;
  };
}
