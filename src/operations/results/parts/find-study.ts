import type { DescribedStudy, StudyQuestions } from '../../../compute/read-study.ts';
import type { Progress } from '../../../contract/results/evaluation-results.ts';
import { isAnalysisChanged } from '../../../domain/evaluations/judging-rules.ts';
import { codedCriterion } from '../../../domain/results/answer-codes.ts';
import {
  type Criterion,
  DEFAULT_SETTINGS,
  type StudyFrame,
  type StudySettings,
} from '../../../domain/results/study-data.ts';
import type { Queryable } from '../../../storage/database.ts';
import { listExclusions } from '../../../storage/evaluations/exclusions.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import { listSettingChanges } from '../../../storage/evaluations/setting-changes.ts';
import { listStudyAnnotators } from '../../../storage/results/study-rows.ts';
import { loadProgress } from '../../evaluations/parts/load-progress.ts';
import { planOf } from '../../evaluations/parts/plan-of.ts';

/** An evaluation at this moment: its progress, and what its results are computed from. */
export interface CurrentStudy {
  readonly progress: Progress;
  readonly study: DescribedStudy;
  /** How often judgements were made or changed. */
  readonly judgementChanges: number;
}

export async function findStudy(db: Queryable, evaluation: HumanEvaluation): Promise<CurrentStudy> {
  const { id: evaluationId, standing } = evaluation;
  const { workspaceId } = standing;
  const [progress, annotators, exclusions, settingChanges] = await Promise.all([
    loadProgress(db, evaluation),
    listStudyAnnotators(db, workspaceId, evaluationId),
    listExclusions(db, workspaceId, evaluationId),
    listSettingChanges(db, workspaceId, evaluationId),
  ]);
  const changes = annotators.reduce((sum, annotator) => sum + annotator.judgementChanges, 0);
  const excluded = new Set(exclusions.map(({ annotatorId }) => annotatorId));
  const excludedAnnotators = annotators.flatMap(({ id }, index) =>
    excluded.has(id) ? [index] : [],
  );
  const isChangedLate = isAnalysisChanged(settingChanges);
  const frame = frameOf(evaluation, { progress, excludedAnnotators, isChangedLate });
  const study: DescribedStudy = {
    workspaceId,
    evaluationId,
    version: JSON.stringify([changes, frame]),
    frame: { ...frame, annotators: annotators.map(({ id }) => id) },
    questions: questionsOf(evaluation),
    askedBy: standing.userId,
  };
  return { progress, study, judgementChanges: changes };
}

interface FrameParts extends Pick<StudySettings, 'excludedAnnotators' | 'isChangedLate'> {
  readonly progress: Progress;
}

/** The frame without its annotators. */
function frameOf(
  evaluation: HumanEvaluation,
  { progress, excludedAnnotators, isChangedLate }: FrameParts,
): Omit<StudyFrame, 'annotators'> {
  const { type, variants, scenarioCount, judgementsPerTask } = evaluation;
  const {
    pairsPerScenario: pairsPerCase,
    zone,
    level,
    minimumSeconds,
    exclusionRules,
  } = evaluation.settings;
  const collection = collectionOf(evaluation, progress);
  return {
    kind: type === 'human_a_b_testing' ? 'comparison' : 'scoring',
    variants: variants.map(({ id }) => id),
    cases: scenarioCount,
    criteria: criteriaOf(evaluation),
    settings: {
      ...DEFAULT_SETTINGS,
      judgementsPerTask,
      plan: planOf(evaluation),
      pairsPerCase,
      collection,
      zone,
      level,
      minimumSeconds,
      exclusionRules,
      excludedAnnotators,
      isChangedLate,
    },
  };
}

/** The questions that the scores and answers of the study belong to. */
function questionsOf({ type, settings }: HumanEvaluation): StudyQuestions {
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
 * Complete means judged as planned: every task or, if no annotator used the tasks, every scenario
 * as a whole. Anything else may have been stopped because of what the results showed.
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
  const ofOutputs = askedOfOutputs(settings).map(codedCriterion);
  return type === 'single_model_test' ? [overall, ...ofOutputs] : ofOutputs;
}

const OVERALL_SCORE = 'score';

function askedOfOutputs({ criteria }: HumanEvaluation['settings']) {
  return criteria.filter(({ about, scale }) => about === 'output' && scale.kind !== 'text');
}
