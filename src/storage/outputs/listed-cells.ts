import type { CellStatus } from '../../contract/outputs/generation.ts';
import type { Queryable } from '../database.ts';
import { SHOWN_OUTPUTS } from '../evaluations/shown-outputs.ts';
import type { Page } from '../page.ts';
import { type Row, statement, word } from '../statement.ts';

export interface CellKey {
  readonly position: number;
  readonly variant: number;
}

export interface CellList {
  readonly evaluationId: string;
  readonly status: CellStatus | undefined;
  readonly variant: number | undefined;
  readonly page: Page<CellKey>;
}

const LIST_CELLS = statement(
  `SELECT c.scenario_id, c.position, c.variant_position AS variant, c.status, c.attempts, c.due_at,
     c.error_code, c.error_message, c.error_raw, c.latency_ms, c.prompt_tokens,
     c.completion_tokens, c.cost_nano, c.finish_reason, c.reused_from, c.updated_at,
     o.reuse_key, o.reuse_hash
   FROM generation_cells c
   LEFT JOIN ${SHOWN_OUTPUTS} o ON o.workspace_id = c.workspace_id
     AND o.scenario_id = c.scenario_id AND o.variant_position = c.variant_position
   WHERE c.workspace_id = $1 AND c.evaluation_id = $2
     AND (c.position, c.variant_position) > ($3, $4)
     AND (CAST($5 AS text) IS NULL OR c.status = $5)
     AND (CAST($6 AS integer) IS NULL OR c.variant_position = $6)
   ORDER BY c.position, c.variant_position LIMIT $7`,
  {
    scenarioId: 'text',
    position: 'integer',
    variant: 'integer',
    status: word<CellStatus>,
    attempts: 'integer',
    dueAt: 'integer',
    errorCode: 'text?',
    errorMessage: 'text?',
    errorRaw: 'text?',
    latencyMs: 'integer?',
    promptTokens: 'integer?',
    completionTokens: 'integer?',
    costNano: 'integer?',
    finishReason: 'text?',
    reusedFrom: 'text?',
    updatedAt: 'integer',
    reuseKey: 'text?',
    reuseHash: 'text?',
  },
);

/** One output of a run, and its result. */
export type ListedCell = Row<typeof LIST_CELLS>;

/** By scenario, then by variant. */
export async function listCells(
  db: Queryable,
  workspaceId: string,
  { evaluationId, status, variant, page }: CellList,
): Promise<readonly ListedCell[]> {
  return db.query(LIST_CELLS, [
    workspaceId,
    evaluationId,
    page.after?.position ?? -1,
    page.after?.variant ?? -1,
    status ?? null,
    variant ?? null,
    page.limit,
  ]);
}
