import { ENVIRONMENT_NAMES } from '../../contract/variants/environments.ts';
import { authorOf } from './author-of.ts';
import type { ImportedWorld } from './imported-world.ts';
import { inApp } from './in-app.ts';
import { numberRevisions } from './number-revisions.ts';
import type { RowReader } from './row-reader.ts';

export interface MappedEnvironment {
  readonly appId: string;
  readonly name: (typeof ENVIRONMENT_NAMES)[number];
  /** In the order of their numbers; the last one is deployed. */
  readonly revisions: readonly MappedDeployment[];
}

interface MappedDeployment {
  readonly id: string;
  readonly number: number;
  readonly variantId: string;
  readonly variantName: string;
  readonly variantRevisionId: string;
  readonly variantRevision: number;
  readonly createdBy: string;
  readonly createdAt: number;
}

/** An environment with its history. `isTaken`: whether an earlier row has the place. */
export function mapEnvironment(
  reader: RowReader,
  revisions: readonly RowReader[],
  { world, isTaken }: { world: ImportedWorld; isTaken: (place: string) => boolean },
): MappedEnvironment | undefined {
  const place = placeOf(reader, { world, isTaken });
  if (place === undefined) {
    for (const row of revisions) row.leaveOut('orphan', 'its environment is not imported');
    return undefined;
  }
  const deployable = revisions.filter((row) => isDeployable(row, place.appId, world));
  const kept = numberRevisions(deployable).map(({ reader: row, number }) => ({
    id: row.id ?? '',
    number,
    ...deployedOf(row, world),
    createdBy: authorOf(row, 'modified_by_id', world),
    createdAt: row.time('created_at', reader.time('created_at', world.now)),
  }));
  return { ...place, revisions: withCurrent(reader, kept, { appId: place.appId, world }) };
}

export function environmentPlace({
  appId,
  name,
}: Pick<MappedEnvironment, 'appId' | 'name'>): string {
  return `${appId} ${name}`;
}

function placeOf(
  reader: RowReader,
  { world, isTaken }: { world: ImportedWorld; isTaken: (place: string) => boolean },
): Pick<MappedEnvironment, 'appId' | 'name'> | undefined {
  const place = inApp(reader, world);
  if (place === undefined) return undefined;
  const { appId } = place;
  const name = ENVIRONMENT_NAMES.find((known) => known === reader.text('name'));
  if (name === undefined) {
    return reader.leaveOut('unknown_value', `${reader.shown('name')}, which is not an environment`);
  }
  if (isTaken(environmentPlace({ appId, name }))) {
    return reader.leaveOut('duplicate', `the app has another environment "${name}"`);
  }
  return { appId, name };
}

const REVISION = 'deployed_app_variant_revision_id';

function isDeployable(reader: RowReader, appId: string, world: ImportedWorld): boolean {
  if (reader.id === undefined) {
    reader.leaveOut('broken_value', reader.shown('id'));
    return false;
  }
  const variantId = world.variantOfRevision.get(reader.reference(REVISION) ?? '');
  if (world.variants.get(variantId ?? '')?.appId === appId) return true;
  reader.leaveOut('orphan', `${reader.shown(REVISION)}, not an imported revision of the app`);
  return false;
}

type Deployed = Omit<MappedDeployment, 'id' | 'number' | 'createdBy' | 'createdAt'>;

function deployedOf(reader: RowReader, world: ImportedWorld): Deployed {
  const variantRevisionId = reader.reference(REVISION) ?? '';
  const variantId = world.variantOfRevision.get(variantRevisionId) ?? '';
  const variant = world.variants.get(variantId);
  const variantRevision = variant?.revisions.get(variantRevisionId) ?? 1;
  return { variantId, variantName: variant?.name ?? '', variantRevisionId, variantRevision };
}

/** The revision the environment points at is deployed, even where its history ends with another. */
function withCurrent(
  reader: RowReader,
  kept: readonly MappedDeployment[],
  { appId, world }: { appId: string; world: ImportedWorld },
): readonly MappedDeployment[] {
  const current = currentOf(reader, appId, world);
  const last = kept.at(-1);
  if (current === undefined || current.variantRevisionId === last?.variantRevisionId) return kept;
  const number = (last?.number ?? 0) + 1;
  reader.change('added', `its history does not end with its deployment: added as number ${number}`);
  const added = {
    ...current,
    id: world.idFor(`current deployment of ${reader.id}`),
    number,
    createdBy: authorOf(reader, 'user_id', world),
    createdAt: last?.createdAt ?? reader.time('created_at', world.now),
  };
  return [...kept, added];
}

function currentOf(reader: RowReader, appId: string, world: ImportedWorld): Deployed | undefined {
  const column = 'deployed_app_variant_id';
  if (reader.has(REVISION)) {
    const deployed = deployedOf(reader, world);
    if (world.variants.get(deployed.variantId)?.appId === appId) return deployed;
  }
  const variantId = reader.reference(column) ?? '';
  const variant = world.variants.get(variantId);
  if (variant?.appId === appId) {
    const { id, number } = variant.head;
    const { name: variantName } = variant;
    return { variantId, variantName, variantRevisionId: id, variantRevision: number };
  }
  if (reader.has(REVISION) || reader.has(column)) {
    reader.change('orphan', `${reader.shown(REVISION)}, ${reader.shown(column)}: neither exists`);
  }
  return undefined;
}
