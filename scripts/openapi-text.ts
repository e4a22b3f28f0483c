const WIDTH = 900;

/**
 * JSON text with each value on one line if it fits there without its examples: diffs are short, and
 * the file has a third of the usual size.
 */
export function openApiText(value: unknown): string {
  return `${print(value, '')}\n`;
}

function print(value: unknown, indent: string): string {
  const flat = JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return flat;
  if (indent.length + lengthBesideExamples(value) <= WIDTH) return flat;
  const inner = `${indent} `;
  if (Array.isArray(value)) {
    const items = value.map((item) => `${inner}${print(item, inner)}`);
    return `[\n${items.join(',\n')}\n${indent}]`;
  }
  const members = Object.entries(value).map(([key, item]) => {
    const text = key === 'example' ? JSON.stringify(item) : print(item, inner);
    return `${inner}${JSON.stringify(key)}: ${text}`;
  });
  return `{\n${members.join(',\n')}\n${indent}}`;
}

function lengthBesideExamples(value: object): number {
  return JSON.stringify(value, (key, inner) => (key === 'example' ? undefined : inner)).length;
}
