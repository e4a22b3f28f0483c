import type { CallInput } from '../../client/client.ts';
import type {
  Criterion,
  PRESENTATIONS,
  Scale,
  WHO_MAY_JUDGE,
} from '../../contract/evaluation-settings.ts';
import type { EvaluationType } from '../../contract/human-evaluations.ts';

export interface CriterionDraft {
  readonly name: string;
  readonly question: string;
  readonly kind: Scale['kind'];
  /** Steps or options, separated by commas; of numbers the lowest and the highest. */
  readonly values: string;
  readonly isRequired: boolean;
  readonly about: 'output' | 'comparison';
}

/** Everything that the three steps ask for. */
export interface NewEvaluation {
  readonly type: EvaluationType;
  readonly variantIds: readonly string[];
  readonly testsetId: string;
  readonly inputs: readonly string[];
  readonly judgementsPerTask: number;
  readonly isBlind: boolean;
  readonly allowTie: boolean;
  readonly allowBothBad: boolean;
  readonly scoreMin: number;
  readonly scoreMax: number;
  readonly presentation: (typeof PRESENTATIONS)[number];
  readonly guidelines: string;
  readonly criteria: readonly CriterionDraft[];
  readonly whoMayJudge: (typeof WHO_MAY_JUDGE)[number];
  readonly annotatorIds: readonly string[];
}

export type Change = (part: Partial<NewEvaluation>) => void;

export const EMPTY: NewEvaluation = {
  type: 'human_a_b_testing',
  variantIds: [],
  testsetId: '',
  inputs: [],
  judgementsPerTask: 1,
  isBlind: true,
  allowTie: true,
  allowBothBad: true,
  scoreMin: 1,
  scoreMax: 5,
  presentation: 'text',
  guidelines: '',
  criteria: [],
  whoMayJudge: 'members',
  annotatorIds: [],
};

export const NEW_CRITERION: CriterionDraft = {
  name: '',
  question: '',
  kind: 'likert',
  values: 'poor, fair, good',
  isRequired: true,
  about: 'output',
};

/** The column that holds the expected answer, which is no input. */
const EXPECTED = 'correct_answer';

export function inputsAmong(columns: readonly string[]): readonly string[] {
  return columns.filter((column) => column !== EXPECTED);
}

export function leastVariants(type: EvaluationType): number {
  return type === 'human_a_b_testing' ? 2 : 1;
}

export function bodyOf(
  appId: string,
  draft: NewEvaluation,
): CallInput<'createHumanEvaluation'>['body'] {
  const isComparison = draft.type === 'human_a_b_testing';
  return {
    app_id: appId,
    evaluation_type: draft.type,
    variant_ids: [...draft.variantIds],
    testset_id: draft.testsetId,
    inputs: [...draft.inputs],
    status: 'EVALUATION_INITIALIZED',
    settings: {
      judgements_per_task: draft.judgementsPerTask,
      blind: draft.isBlind,
      ...(isComparison
        ? { allow_tie: draft.allowTie, allow_both_bad: draft.allowBothBad }
        : { score_min: draft.scoreMin, score_max: draft.scoreMax }),
      presentation: draft.presentation,
      guidelines: draft.guidelines,
      criteria: draft.criteria.map((criterion) => criterionOf(criterion, isComparison)),
      who_may_judge: draft.whoMayJudge,
      annotator_ids: draft.whoMayJudge === 'listed' ? [...draft.annotatorIds] : [],
    },
  };
}

function criterionOf(draft: CriterionDraft, isComparison: boolean): Criterion {
  return {
    name: draft.name,
    question: draft.question,
    scale: scaleOf(draft),
    required: draft.isRequired,
    about: isComparison ? draft.about : 'output',
  };
}

function scaleOf({ kind, values }: CriterionDraft): Scale {
  const words = values.split(',').map((word) => word.trim());
  const list = words.filter((word) => word !== '');
  switch (kind) {
    case 'likert':
      return { kind, labels: list };
    case 'choice':
      return { kind, options: list };
    case 'numeric':
      return { kind, min: Number(list[0] ?? 0), max: Number(list[1] ?? 100) };
    case 'binary':
    case 'text':
      return { kind };
    default:
      return kind satisfies never;
  }
}
