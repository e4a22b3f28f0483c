import { stripVTControlCharacters } from 'node:util';
import { plainText } from './plain-text.ts';
import type { Shell } from './shell.ts';

type CellText = string | number | null | undefined;

/** Rows below their titles, in columns as wide as their longest text. */
export function table(
  { paint }: Pick<Shell, 'paint'>,
  titles: readonly string[],
  rows: readonly (readonly CellText[])[],
): string {
  if (rows.length === 0) return 'Nothing here yet.';
  const lines = rows.map((row) =>
    row.map((cell) => plainText(`${cell ?? '–'}`).replaceAll('\n', ' ')),
  );
  const widths = titles.map((title, column) =>
    Math.max(...[title, ...lines.map((row) => row[column] ?? '')].map(widthOf)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((text, column) => padded(text, widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [paint('bold', line(titles)), ...lines.map(line)].join('\n');
}

/** One object, a line per member. */
export function details(
  { paint }: Pick<Shell, 'paint'>,
  members: readonly (readonly [name: string, value: CellText])[],
): string {
  const width = Math.max(...members.map(([name]) => widthOf(name)));
  return members
    .map(([name, value]) => `${paint('dim', padded(name, width))}  ${plainText(`${value ?? '–'}`)}`)
    .join('\n');
}

export function padded(text: string, width: number): string {
  return `${text}${' '.repeat(Math.max(0, width - widthOf(text)))}`;
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Characters that terminals draw in two columns (Unicode Standard Annex 11, roughly). */
const WIDE =
  /^[\p{Extended_Pictographic}\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;

/** How many columns of the terminal a text takes. */
export function widthOf(text: string): number {
  const plain = stripVTControlCharacters(text);
  let width = 0;
  for (const { segment } of letters.segment(plain)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}
