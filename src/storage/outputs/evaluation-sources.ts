import { SOURCE_KINDS } from '../../contract/outputs/generation.ts';
import type { Queryable, Transaction } from '../database.ts';
import { type Row, statement } from '../statement.ts';

type SourceKind = (typeof SOURCE_KINDS)[number];

/** Where the outputs of one variant of an evaluation come from. */
export interface VariantSource {
  readonly variant: number;
  readonly kind: SourceKind;
  readonly providerId: string | null;
  /** Null once the provider was deleted. */
  readonly providerName: string | null;
  readonly baseUri: string | null;
}

const LIST_SOURCES = statement(
  `SELECT ev.position, ev.source_kind, ev.provider_id, p.name AS provider_name, b.uri
   FROM evaluation_variants ev
   JOIN variants v ON v.workspace_id = ev.workspace_id AND v.id = ev.variant_id
   JOIN bases b ON b.workspace_id = v.workspace_id AND b.id = v.base_id
   LEFT JOIN providers p ON p.workspace_id = ev.workspace_id AND p.id = ev.provider_id
   WHERE ev.workspace_id = $1 AND ev.evaluation_id = $2
   ORDER BY ev.position`,
  {
    position: 'integer',
    sourceKind: 'text',
    providerId: 'text?',
    providerName: 'text?',
    uri: 'text?',
  },
);

/** In the order of the variants. */
export async function listSources(
  db: Queryable,
  workspaceId: string,
  evaluationId: string,
): Promise<readonly VariantSource[]> {
  const rows = await db.query(LIST_SOURCES, [workspaceId, evaluationId]);
  return rows.map((row: Row<typeof LIST_SOURCES>) => ({
    variant: row.position,
    kind: SOURCE_KINDS.find((kind) => kind === row.sourceKind) ?? 'base',
    providerId: row.providerId,
    providerName: row.providerName,
    baseUri: row.uri,
  }));
}

const UPDATE_SOURCE = statement(
  `UPDATE evaluation_variants SET source_kind = $4, provider_id = $5
   WHERE workspace_id = $1 AND evaluation_id = $2 AND position = $3`,
  {},
);

export interface ChosenSource {
  readonly variant: number;
  readonly kind: SourceKind;
  readonly providerId: string | null;
}

export async function updateSources(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, sources }: { evaluationId: string; sources: readonly ChosenSource[] },
): Promise<void> {
  for (const { variant, kind, providerId } of sources) {
    await tx.query(UPDATE_SOURCE, [workspaceId, evaluationId, variant, kind, providerId]);
  }
}
