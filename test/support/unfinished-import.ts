import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Db, findRow } from '../../src/storage/database.ts';
import { openPostgres } from '../../src/storage/engines/postgres.ts';
import { openSqlite } from '../../src/storage/engines/sqlite.ts';
import { insertStagedOutputs } from '../../src/storage/outputs/imported-outputs.ts';
import {
  type ImportPlace,
  insertImport,
  takeImportOver,
} from '../../src/storage/outputs/output-imports.ts';
import { statement } from '../../src/storage/statement.ts';

/** Where a server keeps its data. */
export type DataPlace = { readonly databaseUrl: string } | { readonly dataDirectory: string };

/** Another hand on the database of a server. */
export function openBeside(place: DataPlace): { db: Db; close: () => Promise<void> } {
  const engine =
    'databaseUrl' in place
      ? openPostgres({
          url: place.databaseUrl,
          durability: 'full',
          preparedStatements: 'on',
          poolSize: 2,
        })
      : openSqlite({ path: join(place.dataDirectory, 'jurybox.db'), durability: 'full' });
  return { db: new Db(engine), close: () => engine.close() };
}

const FIND_OWNER = statement(
  'SELECT workspace_id, created_by FROM human_evaluations WHERE id = $1',
  { workspace_id: 'text', created_by: 'text' },
);

export interface LeftImport {
  readonly evaluation_id: string;
  /** By scenario, and in it by variant. */
  readonly texts: readonly (readonly string[])[];
  readonly removableAt: number;
}

export interface StagedImport extends ImportPlace {
  readonly workspaceId: string;
}

/** What a process leaves behind that ended before an import was shown. */
export async function leaveStagedImport(
  db: Db,
  { evaluation_id: evaluationId, texts, removableAt }: LeftImport,
): Promise<StagedImport> {
  const row = await findRow(db, FIND_OWNER, [evaluationId]);
  if (row === undefined) throw new Error(`There is no evaluation ${evaluationId}.`);
  const { workspace_id: workspaceId, created_by: writtenBy } = row;
  const importId = randomUUID();
  await db.transaction(async (tx) => {
    await insertImport(tx, workspaceId, { id: importId, evaluationId, removableAt });
    const outputs = texts.flatMap((cells, position) =>
      cells.map((output, variant) => ({ position, variant, output })),
    );
    const batch = { evaluationId, importId, outputs, writtenBy, now: 0 };
    await insertStagedOutputs(tx, workspaceId, batch);
  });
  return { workspaceId, importId, evaluationId };
}

/** What a process leaves behind that ended as soon as an import was shown. */
export async function leaveShownImport(
  db: Db,
  left: Omit<LeftImport, 'removableAt'>,
): Promise<StagedImport> {
  const staged = await leaveStagedImport(db, { ...left, removableAt: 1 });
  await db.transaction((tx) => takeImportOver(tx, staged.workspaceId, staged));
  return staged;
}

const COUNT_LEFT = statement(
  `SELECT (SELECT COUNT(*) FROM staged_outputs) AS staged,
     (SELECT COUNT(*) FROM output_imports) AS imports,
     (SELECT COUNT(*) FROM human_evaluations WHERE import_id IS NOT NULL) AS shown`,
  { staged: 'integer', imports: 'integer', shown: 'integer' },
);

/** How much of imports has been left to do. */
export async function countLeft(
  db: Db,
): Promise<{ staged: number; imports: number; shown: number }> {
  const row = await findRow(db, COUNT_LEFT, []);
  return { staged: 0, imports: 0, shown: 0, ...row };
}
