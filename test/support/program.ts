import { join } from 'node:path';

/**
 * The command `jurybox`: the bundle that a test run builds once for all its processes
 * (scripts/build-program.ts), or else the sources.
 */
export const PROGRAM =
  process.env['TEST_PROGRAM'] ?? join(import.meta.dirname, '../../src/cli/jurybox.js');
