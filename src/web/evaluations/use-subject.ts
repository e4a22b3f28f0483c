import { useQuery } from '@tanstack/react-query';
import type { Output } from '../../contract/api.ts';
import { namesInPrompts } from '../outputs/names-in-prompts.ts';
import { type GridTable, tableOf } from '../testsets/grid-table.ts';
import { type Testset, testsetQuery } from '../testsets/testset-queries.ts';
import { expectedAmong } from './input-leaks.ts';
import type { Choices, NewEvaluation } from './new-evaluation.ts';

export type Variants = Output<'listAppVariants'>;

/** What a new evaluation judges: the chosen variants, the rows, and the inputs that are shown. */
export interface Subject {
  readonly variants: Variants;
  /** Undefined, like the inputs, until the test set is chosen and loaded. */
  readonly table: GridTable | undefined;
  readonly inputs: readonly string[] | undefined;
  /** The column of expected outputs. */
  readonly expected: string | null;
  readonly error: unknown;
  readonly reload: () => void;
}

export function useSubject(appId: string, draft: NewEvaluation, choices: Choices): Subject {
  // A stored draft may name a deleted test set, so only a listed one is loaded.
  const isListed = choices.testsets?.some(({ id }) => id === draft.testsetId) === true;
  const { data, error, refetch } = useQuery({
    ...testsetQuery({ appId, testsetId: draft.testsetId }),
    enabled: isListed,
    select: tableOfTestset,
  });
  const table = isListed ? data : undefined;
  const variants = draft.variantIds.flatMap(
    (id) => choices.variants?.filter(({ variant_id }) => variant_id === id) ?? [],
  );
  const expected = expectedIn(table?.columns ?? [], draft.expected);
  return {
    variants,
    table,
    inputs: table && (draft.inputs ?? defaultInputs(table.columns, { variants, expected })),
    expected,
    error,
    reload: () => void refetch(),
  };
}

/** A stable function, so that `select` reruns only when the rows change. */
function tableOfTestset({ value }: { readonly value: Testset }): GridTable {
  return tableOf(value.csvdata);
}

/** The chosen column if the test set has it; without a choice, the one found by name. */
function expectedIn(columns: readonly string[], chosen: string | null): string | null {
  if (chosen === null) return expectedAmong(columns);
  return columns.includes(chosen) ? chosen : null;
}

/** The columns named in the variants' prompts; if none, all except the expected output. */
function defaultInputs(
  columns: readonly string[],
  { variants, expected }: Pick<Subject, 'variants' | 'expected'>,
): readonly string[] {
  const named = new Set(variants.flatMap(({ parameters }) => namesInPrompts(parameters)));
  const used = columns.filter((column) => named.has(column.trim()));
  if (used.length > 0) return used;
  return columns.filter((column) => column !== expected);
}
