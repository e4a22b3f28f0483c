import type { ResultStatistics } from '../../../contract/results/results.ts';
import { headline } from '../../../domain/results/sentences/headline.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import { findHeadline, upsertHeadline } from '../../../storage/results/headlines.ts';
import type { Context } from '../../context.ts';

/** Statistics have ids of variants, which the headline keeps in place of names. */
const BY_ID = { variant: (id: string) => id, annotator: (id: string) => id };

interface ComputedHeadline {
  readonly evaluation: HumanEvaluation;
  /** How often judgements were made or changed, up to these results. */
  readonly judgementChanges: number;
  readonly statistics: ResultStatistics;
}

/**
 * Stores the headline of the results for lists, which compute nothing. Results are answered even if
 * it cannot be written.
 */
export async function keepHeadline(
  { db }: Pick<Context, 'db'>,
  { evaluation, judgementChanges, statistics }: ComputedHeadline,
): Promise<void> {
  const { id: evaluationId, edits, standing } = evaluation;
  const { workspaceId } = standing;
  const stored = await findHeadline(db, workspaceId, evaluationId);
  if (stored?.edits === edits && stored.judgementChanges === judgementChanges) return;
  const row = {
    evaluationId,
    edits,
    judgementChanges,
    isSettled: statistics.verdict.settled,
    sentence: headline(statistics, BY_ID),
  };
  await db.transaction((tx) => upsertHeadline(tx, workspaceId, row)).catch(() => undefined);
}
