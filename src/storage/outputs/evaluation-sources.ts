import type { SOURCE_KINDS } from '../../contract/outputs/generation.ts';
import type { Queryable, Transaction } from '../database.ts';
import { type Row, statement, word } from '../statement.ts';

type SourceKind = (typeof SOURCE_KINDS)[number];

const LIST_SOURCES = statement(
  `SELECT ev.position AS variant, ev.source_kind AS kind, ev.provider_id,
     p.name AS provider_name, b.uri AS base_uri
   FROM evaluation_variants ev
   JOIN variants v ON v.workspace_id = ev.workspace_id AND v.id = ev.variant_id
   JOIN bases b ON b.workspace_id = v.workspace_id AND b.id = v.base_id
   LEFT JOIN providers p ON p.workspace_id = ev.workspace_id AND p.id = ev.provider_id
   WHERE ev.workspace_id = $1 AND ev.evaluation_id = $2
   ORDER BY ev.position`,
  {
    variant: 'integer',
    kind: word<SourceKind>,
    providerId: 'text?',
    /** Null once the provider is deleted. */
    providerName: 'text?',
    baseUri: 'text?',
  },
);

/** Where the outputs of one variant of an evaluation come from. */
export type VariantSource = Row<typeof LIST_SOURCES>;

/** In the order of the variants. */
export async function listSources(
  db: Queryable,
  workspaceId: string,
  evaluationId: string,
): Promise<readonly VariantSource[]> {
  return db.query(LIST_SOURCES, [workspaceId, evaluationId]);
}

const UPDATE_SOURCE = statement(
  `UPDATE evaluation_variants SET source_kind = $4, provider_id = $5
   WHERE workspace_id = $1 AND evaluation_id = $2 AND position = $3`,
  {},
);

export type ChosenSource = Pick<VariantSource, 'variant' | 'kind' | 'providerId'>;

export async function updateSources(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, sources }: { evaluationId: string; sources: readonly ChosenSource[] },
): Promise<void> {
  for (const { variant, kind, providerId } of sources) {
    await tx.query(UPDATE_SOURCE, [workspaceId, evaluationId, variant, kind, providerId]);
  }
}
