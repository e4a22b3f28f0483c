import type { JsonObject, JsonValue } from '../../contract/fields.ts';
import { canonicalJson } from '../canonical-json.ts';
import { isJsonObject } from '../outputs/json-shapes.ts';
import { variantNameOf } from '../variants/derive-variant.ts';
import { authorOf } from './author-of.ts';
import type { ImportedWorld } from './imported-world.ts';
import { numberRevisions } from './number-revisions.ts';
import type { RowReader } from './row-reader.ts';

export interface MappedVariant {
  readonly id: string;
  readonly appId: string;
  readonly baseId: string;
  readonly name: string;
  readonly configName: string;
  readonly createdBy: string;
  readonly createdAt: number;
  /** In the order of their numbers; the last one is current. */
  readonly revisions: readonly MappedRevision[];
}

interface MappedRevision {
  readonly id: string;
  readonly number: number;
  readonly configName: string;
  readonly parameters: JsonObject;
  readonly createdBy: string;
  readonly createdAt: number;
}

/** A variant with its revisions; each reader collects the notes about its row. */
export function mapVariant(
  reader: RowReader,
  revisions: readonly RowReader[],
  world: ImportedWorld,
): MappedVariant | undefined {
  const place = placeOf(reader, world);
  if (place === undefined) {
    for (const row of revisions) row.leaveOut('orphan', 'its variant is not imported');
    return undefined;
  }
  const configName = reader.name('config_name', 'default');
  const fallback = variantNameOf(reader.text('base_name') || 'app', configName);
  const createdAt = reader.time('created_at', world.now);
  const createdBy = authorOf(reader, 'user_id', world);
  const kept = mapRevisions(revisions, { configName, createdBy, createdAt, world });
  const all = withCurrent(reader, kept, { id: place.id, configName, createdBy, createdAt, world });
  if (all.length === 0) {
    return reader.leaveOut('broken_value', 'neither it nor a revision has parameters');
  }
  const name = reader.name('variant_name', fallback);
  return { ...place, name, configName, createdBy, createdAt, revisions: all };
}

/** A variant belongs to the app of its base. */
function placeOf(
  reader: RowReader,
  { bases }: ImportedWorld,
): Pick<MappedVariant, 'id' | 'appId' | 'baseId'> | undefined {
  const { id } = reader;
  if (id === undefined) return reader.leaveOut('broken_value', reader.shown('id'));
  const baseId = reader.reference('base_id');
  const appId = bases.get(baseId ?? '');
  if (baseId === undefined || appId === undefined) {
    return reader.leaveOut('orphan', `${reader.shown('base_id')}, which is no imported base`);
  }
  if (reader.reference('app_id') !== appId) {
    reader.change('orphan', `${reader.shown('app_id')}: now that of its base, ${appId}`);
  }
  return { id, appId, baseId };
}

interface Usual extends Pick<MappedVariant, 'configName' | 'createdBy' | 'createdAt'> {
  readonly world: ImportedWorld;
}

function mapRevisions(readers: readonly RowReader[], usual: Usual): readonly MappedRevision[] {
  const whole = readers.filter((reader) => {
    if (reader.id === undefined) reader.leaveOut('broken_value', reader.shown('id'));
    else if (!isJsonObject(reader.json('config_parameters'))) refuseParameters(reader);
    else return true;
    return false;
  });
  return numberRevisions(whole).map(({ reader, number }) => ({
    id: reader.id ?? '',
    number,
    configName: reader.name('config_name', usual.configName),
    parameters: objectOf(reader.json('config_parameters')),
    createdBy: authorOf(reader, 'modified_by_id', { ...usual.world, ownerId: usual.createdBy }),
    createdAt: reader.time('created_at', usual.createdAt),
  }));
}

interface Current extends Usual {
  readonly id: string;
}

/** The variant's own parameters count: they become a revision unless the last one has them. */
function withCurrent(
  reader: RowReader,
  kept: readonly MappedRevision[],
  { id, world, configName, createdBy, createdAt }: Current,
): readonly MappedRevision[] {
  const parameters = reader.json('config_parameters');
  if (!isJsonObject(parameters)) {
    reader.change(
      'broken_value',
      'its parameters are not an object: those of its last revision count',
    );
    return kept;
  }
  const last = kept.at(-1);
  if (last !== undefined && canonicalJson(last.parameters) === canonicalJson(parameters)) {
    return kept;
  }
  const number = Math.max((last?.number ?? 0) + 1, reader.whole('revision') ?? 1);
  reader.change(
    'added',
    `its history does not end with its parameters: they became revision ${number}`,
  );
  const current: MappedRevision = {
    id: world.idFor(`current revision of ${id}`),
    number,
    configName,
    parameters,
    createdBy,
    createdAt: reader.time('updated_at', createdAt),
  };
  return [...kept, current];
}

function refuseParameters(reader: RowReader): void {
  reader.leaveOut('broken_value', `${reader.shown('config_parameters')}, which is not an object`);
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
