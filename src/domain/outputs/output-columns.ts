import type { StoredSettings } from '../evaluations/evaluation-settings.ts';
import { expectedColumnOf } from '../evaluations/expected-column.ts';
import { parseId } from '../ids.ts';
import { nameKey } from '../names.ts';

export const SCENARIO_COLUMN = 'scenario_id';

/** What an import of outputs makes of a column. */
export type ColumnUse =
  | { readonly kind: 'output'; readonly variant: number }
  | { readonly kind: 'scenario' }
  /** Of the test set: files often repeat the inputs beside the outputs. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown' };

export interface ComparedVariants {
  readonly inputs: readonly string[];
  readonly settings: Pick<StoredSettings, 'expectedColumn'>;
  readonly variants: readonly { readonly id: string; readonly name: string }[];
}

/**
 * Reads the names of columns: variants by their id or name, one for scenarios. A column of the test
 * set is none of these, whatever it is called.
 */
export function columnReader({
  inputs,
  settings,
  variants,
}: ComparedVariants): (column: string) => ColumnUse {
  const known = new Map<string, ColumnUse>();
  const ignored = new Set([...inputs, expectedColumnOf(settings)]);
  const variantKeys = variants.map(({ name }) => nameKey(name));
  const read = (column: string): ColumnUse => {
    if (ignored.has(column)) return { kind: 'none' };
    const id = parseId(column);
    const byId = variants.findIndex((variant) => variant.id === id);
    const variant = byId < 0 ? variantKeys.indexOf(nameKey(column)) : byId;
    if (variant >= 0) return { kind: 'output', variant };
    return { kind: column === SCENARIO_COLUMN ? 'scenario' : 'unknown' };
  };
  return (column) => {
    const use = known.get(column) ?? read(column);
    known.set(column, use);
    return use;
  };
}
