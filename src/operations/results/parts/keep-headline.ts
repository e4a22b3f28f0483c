import type { ResultStatistics } from '../../../contract/results/results.ts';
import { headline } from '../../../domain/results/sentences/headline.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import { findHeadline, upsertHeadline } from '../../../storage/results/headlines.ts';
import type { Context } from '../../context.ts';

/** Statistics know variants by their ids, which are kept in place of names. */
const BY_ID = { variant: (id: string) => id, annotator: (id: string) => id };

interface ComputedHeadline {
  readonly evaluation: HumanEvaluation;
  /** How often judgements were made or changed, up to these results. */
  readonly judgementChanges: number;
  readonly statistics: ResultStatistics;
}

/**
 * Keeps what results say in one line for lists, which compute nothing. Results are answered also where
 * nothing can be written.
 */
export async function keepHeadline(
  { db }: Pick<Context, 'db'>,
  { evaluation, judgementChanges, statistics }: ComputedHeadline,
): Promise<void> {
  const { id: evaluationId, edits, standing } = evaluation;
  const { workspaceId } = standing;
  const kept = await findHeadline(db, workspaceId, evaluationId);
  if (kept?.edits === edits && kept.judgementChanges === judgementChanges) return;
  const row = {
    evaluationId,
    edits,
    judgementChanges,
    isSettled: statistics.verdict.settled,
    sentence: headline(statistics, BY_ID),
  };
  await db.transaction((tx) => upsertHeadline(tx, workspaceId, row)).catch(() => undefined);
}
