import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A directory that is removed at the end of the job. Hooks run in the order in which a test adds
 * them: one that was added here would remove the directory under servers that are stopped later.
 */
export function temporaryDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'jurybox-faults-'));
}
