import type { JsonObject } from '../../contract/fields.ts';
import { isJsonObject } from '../outputs/json-shapes.ts';
import { authorOf } from './author-of.ts';
import type { ImportedWorld } from './imported-world.ts';
import { inApp } from './in-app.ts';
import type { RowReader } from './row-reader.ts';

export interface MappedTestset {
  readonly id: string;
  readonly revisionId: string;
  readonly appId: string;
  readonly name: string;
  readonly rows: readonly JsonObject[];
  readonly createdBy: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A test set; its rows become revision 1. */
export function mapTestset(reader: RowReader, world: ImportedWorld): MappedTestset | undefined {
  const place = inApp(reader, world);
  if (place === undefined) return undefined;
  const createdAt = reader.time('created_at', world.now);
  return {
    ...place,
    revisionId: world.idFor(`first revision of ${place.id}`),
    name: reader.name('name', 'Unnamed test set'),
    rows: rowsOf(reader),
    createdBy: authorOf(reader, 'user_id', world),
    createdAt,
    updatedAt: reader.time('updated_at', createdAt),
  };
}

function rowsOf(reader: RowReader): readonly JsonObject[] {
  const value = reader.json('csvdata');
  if (!Array.isArray(value)) {
    reader.change('broken_value', `${reader.shown('csvdata')}, which is not a list: no rows`);
    return [];
  }
  return value.filter((row, index) => {
    if (isJsonObject(row)) return true;
    reader.change('broken_value', `row ${index} of csvdata is not an object and was left out`);
    return false;
  });
}
