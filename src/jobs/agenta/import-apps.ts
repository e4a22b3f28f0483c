import { mapApp, mapBase } from '../../domain/agenta/map-app.ts';
import type { RowReader } from '../../domain/agenta/row-reader.ts';
import { insertNewApp } from '../../operations/variants/parts/insert-new-app.ts';
import { listKnownNames } from '../../storage/agenta/known-rows.ts';
import { insertBase } from '../../storage/variants/bases.ts';
import { type ImportRun, readersOf, reportRows, type Write, writeAll } from './import-run.ts';
import { KnownNames } from './known-names.ts';

export async function importApps(run: ImportRun): Promise<void> {
  const { engine, workspace, world, report } = run;
  const names = new KnownNames(await listKnownNames(engine, workspace.id, 'apps'));
  for await (const rows of run.original.pages('app_db', ['id'])) {
    const readers = readersOf('app_db', rows);
    const writes: Write[] = [];
    for (const reader of readers) {
      const app = mapApp(reader, world);
      if (app === undefined) continue;
      world.apps.add(app.id);
      report.count('app_db', names.has(app.id) ? 'present' : 'imported');
      noteRenamed(reader, app.name, names.nameOf(app.id));
      if (names.has(app.id)) continue;
      const name = names.take(workspace.id, app.name);
      noteRenamed(reader, app.name, name.text);
      const { id, createdBy: userId, createdAt: now } = app;
      writes.push((tx) => insertNewApp(tx, workspace.id, { id, name, userId, now }));
    }
    await writeAll(run, writes);
    reportRows(run, readers);
  }
}

/** Takes the URIs of bases from `deployments`, whose other columns are not read. */
export async function importBases(run: ImportRun): Promise<void> {
  const { engine, workspace, world, report } = run;
  for await (const rows of run.original.pages('deployments', ['id'])) {
    const readers = readersOf('deployments', rows);
    for (const reader of readers) {
      if (reader.id !== undefined && reader.has('uri'))
        world.uris.set(reader.id, reader.text('uri'));
    }
    reportRows(run, readers);
  }
  const names = new KnownNames(await listKnownNames(engine, workspace.id, 'bases'));
  for await (const rows of run.original.pages('bases', ['id'])) {
    const readers = readersOf('bases', rows);
    const writes: Write[] = [];
    for (const reader of readers) {
      const base = mapBase(reader, world);
      if (base === undefined) continue;
      world.bases.set(base.id, base.appId);
      report.count('bases', names.has(base.id) ? 'present' : 'imported');
      noteRenamed(reader, base.name, names.nameOf(base.id));
      if (names.has(base.id)) continue;
      const name = names.take(base.appId, base.name);
      noteRenamed(reader, base.name, name.text);
      writes.push((tx) => insertBase(tx, workspace.id, { ...base, name, now: base.createdAt }));
    }
    await writeAll(run, writes);
    reportRows(run, readers);
  }
}

/** Names are unique here, and members may have renamed a row since an earlier run. */
export function noteRenamed(reader: RowReader, originalName: string, name = originalName): void {
  if (name !== originalName) reader.change('renamed', `"${originalName}" is called "${name}" here`);
}
