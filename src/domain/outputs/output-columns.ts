import type { StoredSettings } from '../evaluations/evaluation-settings.ts';
import { expectedColumnOf } from '../evaluations/expected-column.ts';
import { parseId } from '../ids.ts';
import { nameKey } from '../names.ts';

export const SCENARIO_COLUMN = 'scenario_id';

/** What an import of outputs uses a column for. */
export type ColumnUse =
  | { readonly kind: 'output'; readonly variant: number }
  | { readonly kind: 'scenario' }
  /** A column of the test set: files often repeat the inputs beside the outputs. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown' };

export interface ComparedVariants {
  readonly inputs: readonly string[];
  readonly settings: Pick<StoredSettings, 'expectedColumn'>;
  readonly variants: readonly { readonly id: string; readonly name: string }[];
}

/**
 * Reads the names of columns: a variant's id or name, or the column of scenario ids. A column of
 * the test set is neither, even if a variant has its name.
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
