import type { DataPlace } from '../../jobs/backups.ts';
import { type Configuration, type Flags, readConfiguration } from '../../server/configuration.ts';
import { CommandFailure, EXIT } from '../exit-codes.ts';
import type { Shell } from '../shell.ts';

/** Which installation a command works on, and how it answers. */
export interface PlaceFlags {
  readonly dataDir?: string;
  readonly json?: boolean;
}

/**
 * The settings of the service, from the same variables as it reads. A key without an owner belongs to
 * the person at this shell, who talks to some server with it.
 */
export function configurationOf({ environment }: Shell, flags: PlaceFlags): Configuration {
  const { JURYBOX_API_KEY: _, ...others } = environment;
  const hasOwner = environment['JURYBOX_OWNER_EMAIL'] || environment['JURYBOX_OWNER_PASSWORD'];
  return readConfiguration(flagsOf(flags), hasOwner ? environment : others);
}

export function placeOf(shell: Shell, flags: PlaceFlags): DataPlace {
  const { databaseUrl, dataDirectory } = readFrom(OF_THE_PLACE, shell, flags);
  return { databaseUrl, dataDirectory };
}

export function placeAndKeyOf(
  shell: Shell,
  flags: PlaceFlags,
): DataPlace & Pick<Configuration, 'masterKey'> {
  const { masterKey } = readFrom(OF_THE_KEY, shell, flags);
  return { ...placeOf(shell, flags), masterKey };
}

const OF_THE_PLACE = ['DATA_DIR', 'DATABASE_URL'];
const OF_THE_KEY = ['MASTER_KEY', 'MASTER_KEY_FILE'];

/** What a command does not use, such as the address that is served, cannot stand in its way. */
function readFrom(
  names: readonly string[],
  { environment }: Shell,
  flags: PlaceFlags,
): Configuration {
  const used = names.map((name) => [name, environment[name]] as const);
  return readConfiguration(flagsOf(flags), Object.fromEntries(used));
}

function flagsOf({ dataDir }: PlaceFlags): Flags {
  return dataDir === undefined ? {} : { dataDir };
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
