import { existsSync, statSync } from 'node:fs';
import type { Role } from '../../contract/access.ts';
import { Problem } from '../../contract/problems.ts';
import { ORIGINAL_TABLES, TABLE_NAMES } from '../../domain/agenta/original-tables.ts';
import {
  listKnownNames,
  listTargetWorkspaces,
  type TargetWorkspace,
} from '../../storage/agenta/known-rows.ts';
import { type Original, Unreachable } from '../../storage/agenta/original.ts';
import { openPostgresOriginal } from '../../storage/agenta/postgres-original.ts';
import type { Engine } from '../../storage/database.ts';
import { ConstraintViolation } from '../../storage/engines/engine-errors.ts';
import { explainServer } from '../../storage/engines/explain-start.ts';
import { StartRefused } from '../../storage/engines/start-refused.ts';
import { isMigrated } from '../../storage/migrations/migrate.ts';
import { type DataPlace, databaseFile, openPlace } from '../backups.ts';
import { importApps, importBases } from './import-apps.ts';
import { importEnvironments } from './import-environments.ts';
import { importEvaluations } from './import-evaluations.ts';
import { ImportReport, type ImportSummary } from './import-report.ts';
import { emptyWorld, type ImportRun } from './import-run.ts';
import { importTestsets } from './import-testsets.ts';
import { importUsers } from './import-users.ts';
import { importVariants } from './import-variants.ts';
import { KnownNames } from './known-names.ts';
import { readExports } from './read-exports.ts';

export interface AgentaImport extends DataPlace {
  /** The URL of the Agenta database, or a folder with its exports. */
  readonly from: string;
  /** The id or name of a workspace; may be undefined if there is only one. */
  readonly workspace: string | undefined;
  /** The role that imported users get in the workspace. */
  readonly role: Role;
  readonly mode: ImportRun['mode'];
  readonly reportPath: string;
  readonly onProgress: (done: number, total: number) => void;
}

export interface AgentaImportResult extends ImportSummary {
  readonly workspace_id: string;
  readonly report: string;
}

/**
 * Imports an Agenta database into a workspace. Every run reads and reports everything but writes
 * only what is missing, so running again finishes an interrupted import.
 */
export async function importAgenta(request: AgentaImport): Promise<AgentaImportResult> {
  const { engine, close } = openTarget(request);
  try {
    await refuseOtherSchema(engine);
    const workspace = chooseWorkspace(await listTargetWorkspaces(engine), request.workspace);
    const report = new ImportReport(request.reportPath);
    try {
      await importInto(engine, { request, workspace, report });
    } catch (error) {
      report.discard();
      throw error;
    }
    report.finish();
    return { workspace_id: workspace.id, report: request.reportPath, ...report.summary };
  } catch (error) {
    throw explainTarget(error, request);
  } finally {
    await close();
  }
}

/** The operator must mend a refusal; a database that does not answer may answer later. */
function explainTarget(error: unknown, { databaseUrl }: DataPlace): unknown {
  if (error instanceof ConstraintViolation) {
    return new StartRefused(
      `Another row with the same id or name was written meanwhile (${error.constraint}), perhaps by another import. Run the command again.`,
    );
  }
  if (!(error instanceof Problem) || databaseUrl === undefined) return error;
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const explained = explainServer(error, databaseUrl);
  const isRefused = /^(28|3D|42)/.test(code) || !(explained instanceof Error);
  return isRefused ? explained : new Unreachable(explained.message, error);
}

/** Opens an existing installation: an import creates none. */
function openTarget(place: DataPlace): ReturnType<typeof openPlace> {
  const path = databaseFile(place);
  if (place.databaseUrl === undefined && !existsSync(path)) {
    throw new StartRefused(
      `There is no database at ${path}. Name its directory with --data-dir, or set DATABASE_URL; "jurybox serve" creates a new installation.`,
    );
  }
  return openPlace(place);
}

async function refuseOtherSchema(engine: Engine): Promise<void> {
  if (await isMigrated(engine)) return;
  throw new StartRefused(
    'The database does not have the schema of this release. Start the service of this release once, then import.',
  );
}

function chooseWorkspace(
  workspaces: readonly TargetWorkspace[],
  idOrName: string | undefined,
): TargetWorkspace {
  const matches = workspaces.filter(
    ({ id, name }) => idOrName === undefined || idOrName.toLowerCase() === id || idOrName === name,
  );
  const [only] = matches;
  if (only !== undefined && matches.length === 1) return only;
  if (workspaces.length === 0) {
    throw new StartRefused('The installation has no owner yet. Set it up first, then import.');
  }
  const listed = workspaces.slice(0, 10).map(({ id, name }) => `${id} (${name})`);
  const why = matches.length === 0 ? 'There is no such workspace' : 'Several workspaces match';
  throw new StartRefused(`${why}. Name one with --workspace: ${listed.join(', ')}.`);
}

interface Destination {
  readonly request: AgentaImport;
  readonly workspace: TargetWorkspace;
  readonly report: ImportReport;
}

async function importInto(
  engine: Engine,
  { request, workspace, report }: Destination,
): Promise<void> {
  const original = await openOriginal(request.from, report);
  try {
    let total = 0;
    for (const table of TABLE_NAMES) total += await original.count(table);
    let done = 0;
    const onRows = (rows: number) => {
      done += rows;
      request.onProgress(done, total);
    };
    const { role, mode } = request;
    const world = emptyWorld(workspace, Date.now());
    const clock = Date.now;
    await importAll({ engine, original, workspace, report, role, mode, world, onRows, clock });
  } finally {
    await original.close();
  }
}

/** Each table after those it refers to. */
async function importAll(run: ImportRun): Promise<void> {
  await importUsers(run);
  await importApps(run);
  await importBases(run);
  await importVariants(run);
  await importEnvironments(run);
  const names = new KnownNames(await listKnownNames(run.engine, run.workspace.id, 'testsets'));
  await importTestsets(run, names);
  await importEvaluations(run, names);
}

async function openOriginal(from: string, report: ImportReport): Promise<Original> {
  if (/^postgres(ql)?:/.test(from)) return openPostgresOriginal(from, ORIGINAL_TABLES);
  if (!existsSync(from) || !statSync(from).isDirectory()) {
    throw new StartRefused(
      `--from is neither postgres://… nor a folder with exports: there is no folder ${from}.`,
    );
  }
  return readExports(from, (reader) => report.add([reader]));
}
