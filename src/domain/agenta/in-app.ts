import type { ImportedWorld } from './imported-world.ts';
import type { RowReader } from './row-reader.ts';

/** A row's id and its imported app; a row that lacks either is left out. */
export function inApp(
  reader: RowReader,
  { apps }: ImportedWorld,
): { readonly id: string; readonly appId: string } | undefined {
  const { id } = reader;
  if (id === undefined) return reader.leaveOut('broken_value', reader.shown('id'));
  const appId = reader.reference('app_id');
  if (appId !== undefined && apps.has(appId)) return { id, appId };
  return reader.leaveOut('orphan', `${reader.shown('app_id')}, which is not an imported app`);
}
