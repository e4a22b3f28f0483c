import { updateSetting } from '../../storage/instance-settings.ts';
import type { DataPlace } from '../backups.ts';
import { withData } from './open-data.ts';

/**
 * Notes in the database that a backup is complete, so that every process can report its age. The
 * backup is valid even if this fails.
 */
export async function noteBackup(place: DataPlace, at: number): Promise<boolean> {
  try {
    await withData(place, 'beside the service', (db) =>
      db.transaction((tx) => updateSetting(tx, { name: 'backed_up_at', value: String(at) })),
    );
    return true;
  } catch {
    return false;
  }
}
