import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A directory that goes with the job. Hooks run in the order in which a test asks for them: one of ours
 * would remove the directory under the servers that are started in it and stopped later.
 */
export function temporaryDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'jurybox-faults-'));
}
