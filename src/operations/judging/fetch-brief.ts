import { findAnnotator } from '../../storage/evaluations/evaluation-annotators.ts';
import { countOwnShare } from '../../storage/judging/own-share.ts';
import type { Operation } from '../context.ts';
import { getJudging } from './parts/get-judging.ts';

const NEWCOMER = { judged: 0, skipped: 0 } as const;

/** What an annotator needs to know before they begin, and how far they are. */
export const fetchBrief: Operation<'fetchBrief'> = async (context, { parameters }) => {
  const judging = await getJudging(context, context.db, parameters.evaluation_id);
  const { judge, evaluation, guidelines, organizationName } = judging;
  const { settings } = evaluation;
  const own = { evaluationId: evaluation.id, annotatorId: judge.annotatorId };
  const [annotator = NEWCOMER, remaining] = await Promise.all([
    findAnnotator(context.db, judge.standing.workspaceId, own),
    countOwnShare(context.db, judge.standing.workspaceId, {
      ...own,
      queueId: evaluation.queueId,
      judgementsPerTask: evaluation.judgementsPerTask,
    }),
  ]);
  return {
    body: {
      evaluation_id: evaluation.id,
      annotator_id: judge.annotatorId,
      organization_name: organizationName,
      evaluation_type: evaluation.type,
      open: !evaluation.isClosed,
      allow_tie: settings.allowTie,
      allow_both_bad: settings.allowBothBad,
      score_min: settings.scoreMin,
      score_max: settings.scoreMax,
      criteria: [...settings.criteria],
      guidelines,
      guidelines_version: evaluation.guidelinesVersion,
      presentation: settings.presentation,
      progress: {
        judged: annotator.judged,
        skipped: annotator.skipped,
        remaining,
      },
    },
  };
};
