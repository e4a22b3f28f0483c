import { copyFileSync } from 'node:fs';
import { join } from 'node:path';

/** Copies an embedded database with today's schema here; a test file run alone migrates instead. */
export function copyMigratedFile(dataDirectory: string): void {
  const file = process.env['TEST_MIGRATED_FILE'];
  if (file !== undefined) copyFileSync(file, join(dataDirectory, 'jurybox.db'));
}
