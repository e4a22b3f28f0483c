import {
  environmentPlace,
  type MappedEnvironment,
  mapEnvironment,
} from '../../domain/agenta/map-environment.ts';
import { RowReader } from '../../domain/agenta/row-reader.ts';
import {
  fillEnvironment,
  insertImportedDeployments,
} from '../../storage/agenta/imported-variants.ts';
import { isDeployment } from '../../storage/agenta/known-rows.ts';
import { childrenIn, type ImportRun, readersOf, reportRows } from './import-run.ts';

/** Imports each environment with its history in one transaction. */
export async function importEnvironments(run: ImportRun): Promise<void> {
  const taken = new Set<string>();
  const isTaken = (place: string) => taken.has(place);
  const children = childrenIn(run, 'environments_revisions', 'environment_id');
  for await (const rows of run.original.pages('environments', ['id'])) {
    for (const row of rows) {
      const reader = new RowReader('environments', row);
      const history = readersOf('environments_revisions', await children.all(row['id'] ?? null));
      const environment = mapEnvironment(reader, history, { world: run.world, isTaken });
      if (environment !== undefined) {
        taken.add(environmentPlace(environment));
        await importEnvironment(run, reader, { environment, history });
      }
      reportRows(run, [reader, ...history]);
    }
  }
  await children.end();
}

async function importEnvironment(
  run: ImportRun,
  reader: RowReader,
  { environment, history }: { environment: MappedEnvironment; history: readonly RowReader[] },
): Promise<void> {
  const { engine, workspace, report } = run;
  const first = environment.revisions[0];
  const isPresent = first !== undefined && (await isDeployment(engine, workspace.id, first.id));
  if (!isPresent && !(await fill(run, environment))) {
    reader.leaveOut('in_use', 'something was deployed to this environment before the import');
    for (const row of history) row.leaveOut('in_use', 'its environment is in use');
    return;
  }
  const kept = history.filter(({ notes }) => notes.every(({ effect }) => effect !== 'left_out'));
  report.count('environments', isPresent ? 'present' : 'imported');
  report.count('environments_revisions', isPresent ? 'present' : 'imported', kept.length);
}

async function fill(
  { engine, workspace, mode }: ImportRun,
  { appId, name, revisions }: MappedEnvironment,
): Promise<boolean> {
  const last = revisions.at(-1);
  if (last === undefined || mode === 'rehearsing') return true;
  return engine.transaction(async (tx) => {
    const { number: head, variantId } = last;
    const isFilled = await fillEnvironment(tx, workspace.id, { appId, name, head, variantId });
    if (!isFilled) return false;
    const rows = revisions.map(({ number, ...deployment }) => ({
      ...deployment,
      appId,
      environmentName: name,
      revision: number,
    }));
    await insertImportedDeployments(tx, workspace.id, rows);
    return true;
  });
}
