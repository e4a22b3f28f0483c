import type { Cell } from '../../contract/outputs/generation.ts';
import { referenceInPath } from '../../domain/ids.ts';
import { formatTimestamp } from '../../domain/timestamps.ts';
import { notFound } from '../../storage/callers.ts';
import {
  getHumanEvaluation,
  type HumanEvaluation,
} from '../../storage/evaluations/human-evaluations.ts';
import { type CellKey, type ListedCell, listCells } from '../../storage/outputs/listed-cells.ts';
import { getVariant } from '../../storage/variants/variants.ts';
import type { Context, Operation } from '../context.ts';
import { isBlindFor, mayEdit } from '../evaluations/parts/blindness.ts';
import { cutPage, readPage } from '../paging.ts';

const DEFAULT_LIMIT = 50;
const NANO = 1e9;

export const listGenerationCells: Operation<'listGenerationCells'> = async (
  context,
  { parameters, query },
) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const evaluation = await getHumanEvaluation(context.db, context.caller, reference);
  const { status, variant_id } = query;
  const variant =
    variant_id === undefined ? undefined : await findPlace(context, evaluation, variant_id);
  context.gate.admit({ userId: evaluation.standing.userId });
  context.gate.permitIf(mayEdit(evaluation));
  const request = readPage<CellKey>(context, { ...query, limit: query.limit ?? DEFAULT_LIMIT }, [
    'cells',
    evaluation.id,
    status ?? null,
    variant ?? null,
  ]);
  const { items, next } = cutPage(context, request, {
    items: await listCells(context.db, evaluation.standing.workspaceId, {
      evaluationId: evaluation.id,
      status,
      variant,
      page: request.page,
    }),
    keyOf: ({ position, variant: place }) => ({ position, variant: place }),
  });
  return { body: items.map((cell) => present(evaluation, cell)), next };
};

/** The place of a variant in the evaluation. */
async function findPlace(
  { db, caller }: Context,
  evaluation: HumanEvaluation,
  sent: string,
): Promise<number> {
  const reference = referenceInPath(sent);
  const place = evaluation.variants.findIndex(({ id }) => id === reference.id);
  // Blind annotators get the same answer for every variant, whether it takes part or not.
  if (isBlindFor(evaluation)) await getVariant(db, caller, reference);
  else if (place < 0) throw notFound('variant', reference);
  return place;
}

function present({ variants }: HumanEvaluation, cell: ListedCell): Cell {
  const { status, errorCode, costNano } = cell;
  return {
    scenario_id: cell.scenarioId,
    position: cell.position,
    variant_id: variants[cell.variant]?.id ?? '',
    status,
    attempts: cell.attempts,
    next_attempt_at: status === 'waiting' ? formatTimestamp(cell.dueAt) : null,
    error:
      errorCode === null
        ? null
        : { code: errorCode, message: cell.errorMessage ?? '', raw: cell.errorRaw },
    latency_ms: cell.latencyMs,
    prompt_tokens: cell.promptTokens,
    completion_tokens: cell.completionTokens,
    cost: costNano === null ? null : costNano / NANO,
    finish_reason: cell.finishReason,
    reuse_key: cell.reuseKey,
    reuse_hash: cell.reuseHash,
    reused_from: cell.reusedFrom,
    updated_at: formatTimestamp(cell.updatedAt),
  };
}
