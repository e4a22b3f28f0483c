import { type MappedVariant, mapVariant } from '../../domain/agenta/map-variant.ts';
import { RowReader } from '../../domain/agenta/row-reader.ts';
import type { Name } from '../../domain/names.ts';
import { fingerprint } from '../../operations/fingerprint.ts';
import {
  insertImportedRevisions,
  insertImportedVariant,
} from '../../storage/agenta/imported-variants.ts';
import { listKnownNames } from '../../storage/agenta/known-rows.ts';
import type { Transaction } from '../../storage/database.ts';
import { noteRenamed } from './import-apps.ts';
import { childrenIn, type ImportRun, readersOf, reportRows, writeAll } from './import-run.ts';
import { KnownNames } from './known-names.ts';

/** Imports each variant with all its revisions in one transaction. */
export async function importVariants(run: ImportRun): Promise<void> {
  const { engine, workspace } = run;
  const names = new KnownNames(await listKnownNames(engine, workspace.id, 'variants'));
  const configs = new KnownNames(await listKnownNames(engine, workspace.id, 'configs'));
  const children = childrenIn(run, 'app_variant_revisions', 'variant_id');
  for await (const rows of run.original.pages('app_variants', ['id'])) {
    for (const row of rows) {
      const reader = new RowReader('app_variants', row);
      const revisions = readersOf('app_variant_revisions', await children.all(row['id'] ?? null));
      const variant = mapVariant(reader, revisions, run.world);
      if (variant !== undefined) await importVariant(run, reader, { variant, names, configs });
      reportRows(run, [reader, ...revisions]);
    }
  }
  await children.end();
}

interface Naming {
  readonly variant: MappedVariant;
  readonly names: KnownNames;
  readonly configs: KnownNames;
}

async function importVariant(
  run: ImportRun,
  reader: RowReader,
  { variant, names, configs }: Naming,
): Promise<void> {
  const { workspace, report } = run;
  const isPresent = names.has(variant.id);
  const count = isPresent ? 'present' : 'imported';
  remember(run, variant);
  report.count('app_variants', count);
  const originalCount = variant.revisions.filter(
    ({ id }) => id !== currentId(run, variant.id),
  ).length;
  report.count('app_variant_revisions', count, originalCount);
  noteRenamed(reader, variant.name, names.nameOf(variant.id));
  noteRenamed(reader, variant.configName, configs.nameOf(variant.id));
  if (isPresent) return;
  const name = names.take(variant.appId, variant.name);
  const configName = configs.take(variant.baseId, variant.configName);
  noteRenamed(reader, variant.name, name.text);
  noteRenamed(reader, variant.configName, configName.text);
  await writeAll(run, [(tx) => insert(tx, workspace.id, { variant, name, configName })]);
}

/**
 * The id of the revision made from the variant's own row, which no revision row of the original
 * has.
 */
function currentId({ world }: ImportRun, variantId: string): string {
  return world.idFor(`current revision of ${variantId}`);
}

function remember({ world }: ImportRun, variant: MappedVariant): void {
  const { id, appId, name, configName, revisions } = variant;
  const last = revisions.at(-1);
  if (last === undefined) return;
  world.variants.set(id, {
    appId,
    name,
    configName,
    head: { id: last.id, number: last.number },
    revisions: new Map(revisions.map((revision) => [revision.id, revision.number])),
  });
  for (const revision of revisions) world.variantOfRevision.set(revision.id, id);
}

async function insert(
  tx: Transaction,
  workspaceId: string,
  { variant, name, configName }: { variant: MappedVariant; name: Name; configName: Name },
): Promise<void> {
  const { revisions, ...columns } = variant;
  const head = revisions.at(-1);
  if (head === undefined) return;
  await insertImportedVariant(tx, workspaceId, {
    ...columns,
    name: name.text,
    nameKey: name.key,
    configName: configName.text,
    configNameKey: configName.key,
    head: head.number,
    parametersHash: fingerprint(head.parameters),
    version: 1,
  });
  const rows = revisions.map(({ number, parameters, ...revision }) => ({
    ...revision,
    variantId: columns.id,
    revision: number,
    parameters: JSON.stringify(parameters),
  }));
  await insertImportedRevisions(tx, workspaceId, rows);
}
