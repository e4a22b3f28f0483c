import type { Assignment } from '../../contract/judging/assignments.ts';
import { plainText } from '../plain-text.ts';
import type { Shell } from '../shell.ts';
import { padded, widthOf } from '../table.ts';

/** Narrower terminals show outputs one below the other. */
const SIDE_BY_SIDE = 100;
const GAP = ' │ ';

export const SLOT_LETTERS = 'ABCDEFGHIJ';

/** A task as the annotator sees it: inputs, then outputs, without the names of variants. */
export function drawTask({ paint, stdout }: Shell, { inputs, slots }: Assignment): string {
  const columns = stdout.columns ?? 80;
  const inputLines = inputs.map(
    ({ input_name, input_value }) =>
      `${paint('dim', `${plainText(input_name)}:`)} ${plainText(input_value)}`,
  );
  const outputs = slots.map(({ output }) => plainText(output));
  const titles = slots.map((_, index) =>
    slots.length === 1 ? 'Output' : SLOT_LETTERS.charAt(index),
  );
  const [left, right, ...more] = outputs;
  const isPair = left !== undefined && right !== undefined && more.length === 0;
  const shown =
    isPair && columns >= SIDE_BY_SIDE
      ? sideBySide([`A\n${left}`, `B\n${right}`], columns)
      : outputs
          .map((output, index) => `${paint('bold', titles[index] ?? '')}\n${output}`)
          .join('\n\n');
  return [...inputLines, '', shown, ''].join('\n');
}

function sideBySide([left, right]: readonly [string, string], columns: number): string {
  const width = Math.floor((columns - GAP.length) / 2);
  const [one, other] = [wrapped(left, width), wrapped(right, width)];
  return Array.from(
    { length: Math.max(one.length, other.length) },
    (_, line) => `${padded(one[line] ?? '', width)}${GAP}${other[line] ?? ''}`,
  ).join('\n');
}

/** Wraps at spaces; a word longer than a line is cut. */
function wrapped(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => {
    const lines: string[] = [];
    let current = '';
    for (const word of line.split(/(?<= )/)) {
      if (widthOf((current + word).trimEnd()) > width && current !== '') {
        lines.push(current.trimEnd());
        current = '';
      }
      current += word;
      while (widthOf(current.trimEnd()) > width) {
        lines.push([...current].slice(0, width).join(''));
        current = [...current].slice(width).join('');
      }
    }
    return [...lines, current.trimEnd()];
  });
}
