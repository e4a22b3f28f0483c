import type { CallInput } from '../../client/client.ts';
import type { EvaluationType } from '../../contract/evaluations/evaluation-settings.ts';
import type { Source } from '../../contract/outputs/generation.ts';
import { type SourceDraft, sourcesOf } from '../outputs/source-draft.ts';
import { type SettingsDraft, settingsOf, USUAL_SETTINGS } from './settings-draft.ts';

/** Everything that the steps ask for. */
export interface NewEvaluation extends SettingsDraft {
  readonly variantIds: readonly string[];
  readonly testsetId: string;
  readonly inputs: readonly string[];
  /** By variant; outputs of other variants are imported. */
  readonly sources: Readonly<Record<string, SourceDraft>>;
  readonly isMadeAtOnce: boolean;
}

export type Change = (part: Partial<NewEvaluation>) => void;

export const EMPTY: NewEvaluation = {
  ...USUAL_SETTINGS,
  variantIds: [],
  testsetId: '',
  inputs: [],
  sources: {},
  isMadeAtOnce: true,
};

/** The column that holds the expected answer, which is no input. */
const EXPECTED = 'correct_answer';

export function inputsAmong(columns: readonly string[]): readonly string[] {
  return columns.filter((column) => column !== EXPECTED);
}

export function leastVariants(type: EvaluationType): number {
  return type === 'human_a_b_testing' ? 2 : 1;
}

export function sourcesIn({ variantIds, sources }: NewEvaluation): Source[] {
  return sourcesOf(variantIds, sources);
}

export function bodyOf(
  appId: string,
  draft: NewEvaluation,
): CallInput<'createHumanEvaluation'>['body'] {
  return {
    app_id: appId,
    evaluation_type: draft.type,
    variant_ids: [...draft.variantIds],
    testset_id: draft.testsetId,
    inputs: [...draft.inputs],
    status: 'EVALUATION_INITIALIZED',
    settings: settingsOf(draft, draft.variantIds.length),
    sources: sourcesIn(draft),
  };
}
