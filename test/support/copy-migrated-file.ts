import { copyFileSync } from 'node:fs';
import { join } from 'node:path';

/** Puts an embedded database with today's schema here; a file run alone has none, and migrates. */
export function copyMigratedFile(dataDirectory: string): void {
  const file = process.env['TEST_MIGRATED_FILE'];
  if (file !== undefined) copyFileSync(file, join(dataDirectory, 'jurybox.db'));
}
