import { join } from 'node:path';

/**
 * The command `jurybox`: bundled where a run of tests has done that once for all its processes
 * (scripts/build-program.ts), else the sources.
 */
export const PROGRAM =
  process.env['TEST_PROGRAM'] ?? join(import.meta.dirname, '../../src/cli/jurybox.js');
