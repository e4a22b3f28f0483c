import type { DataPlace } from '../../jobs/backups.ts';
import { type Configuration, readConfiguration } from '../../server/configuration.ts';
import { CommandFailure, EXIT } from '../exit-codes.ts';
import type { Shell } from '../shell.ts';

/** Which installation a command works on, and how it answers. */
export interface PlaceFlags {
  readonly dataDir?: string;
  readonly json?: boolean;
}

/** The settings of the service, from the same variables as it reads. */
export function configurationOf(shell: Shell, { dataDir }: PlaceFlags): Configuration {
  return readConfiguration(dataDir === undefined ? {} : { dataDir }, shell.environment);
}

export function placeOf(shell: Shell, flags: PlaceFlags): DataPlace {
  const { databaseUrl, dataDirectory } = configurationOf(shell, flags);
  return { databaseUrl, dataDirectory };
}

const EXPECTED = new Set(['StartRefused', 'DirectoryLocked', 'ConfigurationError', 'Problem']);

/** What the operator can mend is one sentence. */
export async function explained<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Error) || !EXPECTED.has(error.name)) throw error;
    throw new CommandFailure(EXIT.usage, error.message);
  }
}
