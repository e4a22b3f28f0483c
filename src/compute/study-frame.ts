import type { Progress } from '../contract/results/evaluation-results.ts';
import { codedCriterion } from '../domain/results/answer-codes.ts';
import {
  type Criterion,
  DEFAULT_SETTINGS,
  type StudyFrame,
  type StudySettings,
} from '../domain/results/study-data.ts';
import type { HumanEvaluation } from '../storage/evaluations/human-evaluations.ts';
import type { StudyQuestions } from './study-columns.ts';

/** Everything but the judgements and who made them. */
export function frameOf(
  evaluation: HumanEvaluation,
  progress: Progress,
): Omit<StudyFrame, 'annotators'> {
  const { type, variants, scenarioCount, judgementsPerTask } = evaluation;
  const collection = collectionOf(evaluation, progress);
  return {
    kind: type === 'human_a_b_testing' ? 'comparison' : 'scoring',
    variants: variants.map(({ id }) => id),
    cases: scenarioCount,
    criteria: criteriaOf(evaluation),
    slices: [],
    lengths: null,
    settings: { ...DEFAULT_SETTINGS, judgementsPerTask, collection },
  };
}

/** How the rows of the study are to be read. */
export function questionsOf({ type, settings }: HumanEvaluation): StudyQuestions {
  const before = type === 'single_model_test' ? 1 : 0;
  return {
    overallScore: type === 'single_model_test' ? 0 : undefined,
    criteria: new Map(
      askedOfOutputs(settings).map((asked, place) => [
        asked.name,
        { index: before + place, asked },
      ]),
    ),
  };
}

/**
 * Complete is what was judged as planned: every task, or, where nobody used the tasks, every
 * scenario as a whole. Anything else may have been stopped because of what was seen.
 */
function collectionOf(
  { closedAt }: HumanEvaluation,
  progress: Progress,
): StudySettings['collection'] {
  if (closedAt === null) return 'open';
  const isEveryTaskJudged = progress.judgements_have === progress.judgements_wanted;
  const isJudgedAsWholes =
    progress.judgements_have === 0 && progress.scenarios_judged === progress.scenarios;
  return isEveryTaskJudged || isJudgedAsWholes ? 'complete' : 'closed';
}

/** The overall score comes first; criteria about a comparison belong to no variant and are left out. */
function criteriaOf({ type, settings }: HumanEvaluation): readonly Criterion[] {
  const overall: Criterion = {
    name: OVERALL_SCORE,
    scale: 'numeric',
    low: settings.scoreMin,
    high: settings.scoreMax,
  };
  const asked = askedOfOutputs(settings).map(codedCriterion);
  return type === 'single_model_test' ? [overall, ...asked] : asked;
}

const OVERALL_SCORE = 'score';

function askedOfOutputs({ criteria }: HumanEvaluation['settings']) {
  return criteria.filter(({ about, scale }) => about === 'output' && scale.kind !== 'text');
}
