import { CELL_STATUSES, type CellStatus } from '../../contract/outputs/generation.ts';
import type { Queryable } from '../database.ts';
import type { Page } from '../page.ts';
import { type Row, statement } from '../statement.ts';
import type { CellOutcome } from './generation-results.ts';

/** One output that was to be made, and what became of it. */
export interface ListedCell extends CellOutcome {
  readonly position: number;
  readonly status: CellStatus;
  readonly attempts: number;
  readonly dueAt: number;
  readonly reuseKey: string | null;
  readonly reuseHash: string | null;
  readonly updatedAt: number;
}

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
  `SELECT c.scenario_id, c.position, c.variant_position, c.status, c.attempts, c.due_at,
     c.error_code, c.error_message, c.error_raw, c.latency_ms, c.prompt_tokens,
     c.completion_tokens, c.cost_nano, c.finish_reason, c.reused_from, c.updated_at,
     o.reuse_key, o.reuse_hash
   FROM generation_cells c
   LEFT JOIN scenario_outputs o ON o.workspace_id = c.workspace_id
     AND o.scenario_id = c.scenario_id AND o.variant_position = c.variant_position
   WHERE c.workspace_id = $1 AND c.evaluation_id = $2
     AND (c.position, c.variant_position) > ($3, $4)
     AND (CAST($5 AS text) IS NULL OR c.status = $5)
     AND (CAST($6 AS integer) IS NULL OR c.variant_position = $6)
   ORDER BY c.position, c.variant_position LIMIT $7`,
  {
    scenarioId: 'text',
    position: 'integer',
    variantPosition: 'integer',
    status: 'text',
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

/** By scenario, and in it by variant. */
export async function listCells(
  db: Queryable,
  workspaceId: string,
  { evaluationId, status, variant, page }: CellList,
): Promise<readonly ListedCell[]> {
  const rows = await db.query(LIST_CELLS, [
    workspaceId,
    evaluationId,
    page.after?.position ?? -1,
    page.after?.variant ?? -1,
    status ?? null,
    variant ?? null,
    page.limit,
  ]);
  return rows.map(toCell);
}

function toCell(row: Row<typeof LIST_CELLS>): ListedCell {
  return {
    scenarioId: row.scenarioId,
    position: row.position,
    variant: row.variantPosition,
    status: CELL_STATUSES.find((status) => status === row.status) ?? 'waiting',
    attempts: row.attempts,
    dueAt: row.dueAt,
    errorCode: row.errorCode,
    errorMessage: row.errorMessage,
    errorRaw: row.errorRaw,
    latencyMs: row.latencyMs,
    promptTokens: row.promptTokens,
    completionTokens: row.completionTokens,
    costNano: row.costNano,
    finishReason: row.finishReason,
    reuseKey: row.reuseKey,
    reuseHash: row.reuseHash,
    reusedFrom: row.reusedFrom,
    updatedAt: row.updatedAt,
  };
}
