const WIDTH = 100;

/** JSON text in which whatever fits on a line is on one line: readable in a diff, half the size. */
export function openApiText(value: unknown): string {
  return `${print(value, '')}\n`;
}

function print(value: unknown, indent: string): string {
  const flat = JSON.stringify(value);
  const isLeaf = typeof value !== 'object' || value === null;
  if (isLeaf || indent.length + flat.length <= WIDTH) return flat;
  const inner = `${indent} `;
  const lines = Array.isArray(value)
    ? value.map((item) => `${inner}${print(item, inner)}`)
    : Object.entries(value).map(
        ([key, item]) => `${inner}${JSON.stringify(key)}: ${print(item, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}
