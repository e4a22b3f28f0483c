import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Db, findRow } from '../../src/storage/database.ts';
import { openPostgres } from '../../src/storage/engines/postgres.ts';
import { openSqlite } from '../../src/storage/engines/sqlite.ts';
import { holdScenariosAt, insertImported } from '../../src/storage/outputs/imported-outputs.ts';
import {
  type FoundImport,
  findLastNumber,
  insertImport,
  numberImport,
} from '../../src/storage/outputs/output-imports.ts';
import { statement } from '../../src/storage/statement.ts';
import { copyMigratedFile } from './copy-migrated-file.ts';
import { createMigratedDatabase } from './databases.ts';
import type { EngineName } from './engine-names.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** Where a server keeps its data. */
export type DataPlace = { readonly databaseUrl: string } | { readonly dataDirectory: string };

/** For a server process, with today's schema. */
export async function makeDataPlace(engine: EngineName): Promise<DataPlace> {
  if (engine === 'postgres') return { databaseUrl: await createMigratedDatabase() };
  const dataDirectory = temporaryDirectory();
  copyMigratedFile(dataDirectory);
  return { dataDirectory };
}

/** A second connection to the database of a server. */
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
  { workspaceId: 'text', createdBy: 'text' },
);

export interface LeftImport {
  readonly evaluation_id: string;
  /** By scenario, then by variant. */
  readonly texts: readonly (readonly string[])[];
  readonly removableAt: number;
}

/** Writes what a process leaves behind when it ends before an import is shown. */
export async function leaveUnseenImport(
  db: Db,
  { evaluation_id: evaluationId, texts, removableAt }: LeftImport,
): Promise<FoundImport> {
  const row = await findRow(db, FIND_OWNER, [evaluationId]);
  if (row === undefined) throw new Error(`There is no evaluation ${evaluationId}.`);
  const { workspaceId, createdBy: writtenBy } = row;
  const importId = randomUUID();
  await db.transaction(async (tx) => {
    await insertImport(tx, workspaceId, { id: importId, evaluationId, removableAt });
    const positions = [...texts.keys()];
    const scenarios = await holdScenariosAt(tx, workspaceId, { evaluationId, positions });
    const outputs = scenarios.flatMap(({ id: scenarioId, position }) =>
      (texts[position] ?? []).map((output, variant) => ({ scenarioId, variant, output })),
    );
    await insertImported(tx, workspaceId, { importId, outputs, writtenBy, now: 0 });
  });
  return { workspaceId, importId, evaluationId, scenarioCount: texts.length };
}

/** Writes what a process leaves behind when it ends as soon as an import is shown. */
export async function leaveShownImport(
  db: Db,
  left: Omit<LeftImport, 'removableAt'>,
): Promise<FoundImport> {
  const written = await leaveUnseenImport(db, { ...left, removableAt: 1 });
  const { workspaceId, evaluationId, importId } = written;
  await db.transaction(async (tx) => {
    const number = 1 + (await findLastNumber(tx, workspaceId, evaluationId));
    await numberImport(tx, workspaceId, { importId, number });
  });
  return written;
}

const COUNT_LEFT = statement(
  `SELECT (SELECT COUNT(*) FROM written_outputs o JOIN output_imports i
       ON i.workspace_id = o.workspace_id AND i.id = o.import_id WHERE i.number IS NULL) AS unseen,
     (SELECT COUNT(*) FROM output_imports WHERE number IS NULL) AS imports,
     (SELECT COUNT(*) FROM output_imports WHERE number IS NOT NULL AND is_settled = 0) AS unsettled,
     (SELECT COUNT(*) FROM written_outputs) AS written`,
  { unseen: 'integer', imports: 'integer', unsettled: 'integer', written: 'integer' },
);

/** What imports have left behind; `written` counts the outputs of all imports. */
export interface LeftBehind {
  /** Outputs of imports that are not shown, and how many such imports there are. */
  readonly unseen: number;
  readonly imports: number;
  /** Imports that are shown while something is left to do for them. */
  readonly unsettled: number;
  readonly written: number;
}

export async function countLeft(db: Db): Promise<LeftBehind> {
  const row = await findRow(db, COUNT_LEFT, []);
  return { unseen: 0, imports: 0, unsettled: 0, written: 0, ...row };
}
