import type { Input } from '../../contract/api.ts';
import { parseId, referenceInPath } from '../../domain/ids.ts';
import {
  getHumanEvaluation,
  type HumanEvaluation,
} from '../../storage/evaluations/human-evaluations.ts';
import { listJudgements as list, listVersions } from '../../storage/judging/listed-judgements.ts';
import type { AgeKey } from '../../storage/page.ts';
import type { Operation } from '../context.ts';
import { mayEdit } from '../evaluations/parts/blindness.ts';
import { ageKey, cutPage, readPage } from '../paging.ts';
import { presentHistory, presentJudgement } from './parts/present-judgement.ts';

const DEFAULT_LIMIT = 50;

/** Editors see all judgements, others their own. */
export const listJudgements: Operation<'listJudgements'> = async (
  context,
  { parameters, query },
) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const evaluation = await getHumanEvaluation(context.db, context.caller, reference);
  context.gate.permit(evaluation.standing);
  const { id: evaluationId, standing } = evaluation;
  const filter = readFilter(evaluation, query);
  const request = readPage<AgeKey>(context, { ...query, limit: query.limit ?? DEFAULT_LIMIT }, [
    'judgements',
    evaluationId,
    query.scenario_id,
    query.annotator_id,
  ]);
  if (filter === 'nothing') return { body: [] };
  const judgements = await list(context.db, standing.workspaceId, {
    ...filter,
    evaluationId,
    page: request.page,
  });
  const { items, next } = cutPage(context, request, { items: judgements, keyOf: ageKey });
  if (query.history !== true) {
    return { body: items.map((item) => presentJudgement(context, evaluation, item)), next };
  }
  const ids = items.map(({ id }) => id);
  const versions = await listVersions(context.db, standing.workspaceId, ids);
  const body = items.map((judgement) =>
    presentHistory(context, evaluation, { judgement, versions: versions.get(judgement.id) }),
  );
  return { body, next };
};

interface Filter {
  readonly scenarioId: string | undefined;
  readonly annotatorId: string | undefined;
}

/** The requested judgements that the caller may see. */
function readFilter(
  evaluation: HumanEvaluation,
  query: Input<'listJudgements'>['query'],
): Filter | 'nothing' {
  const scenarioId = query.scenario_id && parseId(query.scenario_id);
  const annotatorId = query.annotator_id && parseId(query.annotator_id);
  const isUnknown = (sent: string | undefined, id: string | undefined) =>
    sent !== undefined && id === undefined;
  if (isUnknown(query.scenario_id, scenarioId)) return 'nothing';
  if (isUnknown(query.annotator_id, annotatorId)) return 'nothing';
  if (mayEdit(evaluation)) return { scenarioId, annotatorId };
  const { userId } = evaluation.standing;
  if (annotatorId !== undefined && annotatorId !== userId) return 'nothing';
  return { scenarioId, annotatorId: userId };
}
