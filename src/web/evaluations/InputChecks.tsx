import { strings } from '../strings.ts';
import type { GridTable } from '../testsets/grid-table.ts';
import { Checks } from './Checks.tsx';
import { type InputLeak, leakOf } from './input-leaks.ts';
import type { Variants } from './use-subject.ts';

interface InputChecksProps {
  readonly table: GridTable;
  readonly variants: Variants;
  readonly expected: string | null;
  readonly inputs: readonly string[];
  readonly onChange: (inputs: readonly string[]) => void;
}

/** The columns that annotators read, with a warning beside those that give an answer away. */
export function InputChecks({ table, variants, expected, inputs, onChange }: InputChecksProps) {
  const { columns, rows } = table;
  const names = new Set(variants.map(({ variant_name }) => variant_name.toLowerCase()));
  const answers = {
    expected,
    outputs: columns.filter((column) => names.has(column.trim().toLowerCase())),
  };
  return (
    <Checks
      legend={strings.evaluations.setup.inputs}
      options={columns.map((column) => ({
        value: column,
        label: column,
        warning: inputs.includes(column) ? warningOf(leakOf(column, rows, answers)) : undefined,
      }))}
      chosen={inputs}
      onChange={onChange}
    />
  );
}

function warningOf(leak: InputLeak | undefined): string | undefined {
  const texts = strings.evaluations.setup.leaks;
  if (leak === undefined) return undefined;
  return leak.kind === 'equal' ? texts.equal(leak) : texts[leak.kind];
}
