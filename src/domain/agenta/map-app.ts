import { decodeString } from '../../contract/decode-string.ts';
import type { ValidationIssue } from '../../contract/validation.ts';
import { authorOf } from './author-of.ts';
import type { ImportedWorld } from './imported-world.ts';
import { inApp } from './in-app.ts';
import type { RowReader } from './row-reader.ts';

export interface ImportedApp {
  readonly id: string;
  readonly name: string;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export function mapApp(reader: RowReader, world: ImportedWorld): ImportedApp | undefined {
  const { id } = reader;
  if (id === undefined) return reader.leaveOut('broken_value', reader.shown('id'));
  const createdAt = reader.time('created_at', world.now);
  return {
    id,
    name: reader.name('app_name', 'Unnamed app'),
    createdBy: authorOf(reader, 'user_id', world),
    createdAt,
    updatedAt: reader.time('updated_at', createdAt),
  };
}

export interface ImportedBase {
  readonly id: string;
  readonly appId: string;
  readonly name: string;
  readonly uri: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export function mapBase(reader: RowReader, world: ImportedWorld): ImportedBase | undefined {
  const place = inApp(reader, world);
  if (place === undefined) return undefined;
  const createdAt = reader.time('created_at', world.now);
  return {
    ...place,
    name: reader.name('base_name', 'Unnamed base'),
    uri: uriOf(reader, world),
    createdAt,
    updatedAt: reader.time('updated_at', createdAt),
  };
}

function uriOf(reader: RowReader, { uris }: ImportedWorld): string | null {
  if (!reader.has('deployment_id')) return null;
  const uri = uris.get(reader.reference('deployment_id') ?? '');
  if (uri === undefined) {
    reader.change('orphan', `${reader.shown('deployment_id')}, which does not exist: no URI`);
    return null;
  }
  const found: ValidationIssue[] = [];
  decodeString({ format: 'http-url', maxLength: 2048 }, uri, [], found);
  if (found.length === 0) return uri;
  reader.change('broken_value', `its URI ${JSON.stringify(uri.slice(0, 80))} is invalid: no URI`);
  return null;
}
