import type { CallInput } from '../../client/client.ts';
import type { Output } from '../../contract/api.ts';
import type { EvaluationType } from '../../contract/evaluations/evaluation-settings.ts';
import type { Source } from '../../contract/outputs/generation.ts';
import { type SourceDraft, sourcesOf } from '../outputs/source-draft.ts';
import { isComparison } from './is-comparison.ts';
import { DEFAULT_SETTINGS, type SettingsDraft, settingsOf } from './settings-draft.ts';

/** The values of all steps. */
export interface NewEvaluation extends SettingsDraft {
  /** Empty for the default, made from the variants and the test set. */
  readonly name: string;
  readonly variantIds: readonly string[];
  readonly testsetId: string;
  /** Null for the default inputs of the variants and the test set. */
  readonly inputs: readonly string[] | null;
  /** The column of expected outputs: null for the default, empty for none. */
  readonly expected: string | null;
  /** By variant; outputs of other variants are imported. */
  readonly sources: Readonly<Record<string, SourceDraft>>;
  readonly isMadeAtOnce: boolean;
}

export type Change = (part: Partial<NewEvaluation>) => void;

export const EMPTY: NewEvaluation = {
  ...DEFAULT_SETTINGS,
  name: '',
  variantIds: [],
  testsetId: '',
  inputs: null,
  expected: null,
  sources: {},
  isMadeAtOnce: true,
};

export interface Choices {
  /** Undefined until loaded. */
  readonly variants: Output<'listAppVariants'> | undefined;
  readonly testsets: Output<'listTestsets'> | undefined;
}

/** Removes variants and test sets that were deleted after they were chosen. */
export function withoutDeleted(
  draft: NewEvaluation,
  { variants, testsets }: Choices,
): NewEvaluation {
  const isVariant = (id: string) =>
    variants === undefined || variants.some(({ variant_id }) => variant_id === id);
  const isTestset = testsets === undefined || testsets.some(({ id }) => id === draft.testsetId);
  return {
    ...draft,
    variantIds: draft.variantIds.filter(isVariant),
    testsetId: isTestset ? draft.testsetId : '',
  };
}

export function minVariants(type: EvaluationType): number {
  return isComparison(type) ? 2 : 1;
}

export function sourcesIn({ variantIds, sources }: NewEvaluation): Source[] {
  return sourcesOf(variantIds, sources);
}

/** Columns of the test set. */
export interface ChosenColumns {
  readonly inputs: readonly string[] | undefined;
  readonly expected: string | null;
}

export function bodyOf(
  appId: string,
  draft: NewEvaluation,
  { inputs = [], expected }: ChosenColumns,
): CallInput<'createHumanEvaluation'>['body'] {
  return {
    app_id: appId,
    evaluation_type: draft.type,
    variant_ids: [...draft.variantIds],
    testset_id: draft.testsetId,
    inputs: [...inputs],
    status: 'EVALUATION_INITIALIZED',
    settings: {
      ...settingsOf(draft, draft.variantIds.length),
      expected_column: expected,
      ...(draft.name.trim() === '' ? {} : { name: draft.name }),
    },
    sources: sourcesIn(draft),
  };
}
