const MOST_CACHED = 200;

/**
 * Makes a parser with a cache, for JSON that nearly every request reads, such as the settings of an
 * evaluation. The same text gives the same value, which callers must not change.
 */
export function parserOf<Value>(): (text: string) => Value {
  const cache = new Map<string, Value>();
  return (text) => {
    const cached = cache.get(text);
    if (cached !== undefined) return cached;
    const value: Value = JSON.parse(text);
    if (cache.size >= MOST_CACHED) cache.clear();
    cache.set(text, value);
    return value;
  };
}
