import type { DataPlace } from '../../jobs/backups.ts';
import { type Configuration, type Flags, readConfiguration } from '../../server/configuration.ts';
import { CommandFailure, EXIT } from '../exit-codes.ts';
import type { Shell } from '../shell.ts';

/** Which installation a command works on, and whether it prints JSON. */
export interface PlaceFlags {
  readonly dataDir?: string;
  readonly json?: boolean;
}

/**
 * The settings of the service, from its own variables. JURYBOX_API_KEY without an owner is the key
 * of a client and not a setting of the service.
 */
export function configurationOf({ environment }: Shell, flags: PlaceFlags): Configuration {
  const { JURYBOX_API_KEY: _, ...others } = environment;
  const hasOwner = environment['JURYBOX_OWNER_EMAIL'] || environment['JURYBOX_OWNER_PASSWORD'];
  return readConfiguration(flagsOf(flags), hasOwner ? environment : others);
}

export function placeOf(shell: Shell, flags: PlaceFlags): DataPlace {
  const { databaseUrl, dataDirectory } = readFrom(PLACE_VARIABLES, shell, flags);
  return { databaseUrl, dataDirectory };
}

export function placeAndKeyOf(
  shell: Shell,
  flags: PlaceFlags,
): DataPlace & Pick<Configuration, 'masterKey'> {
  const { masterKey } = readFrom(KEY_VARIABLES, shell, flags);
  return { ...placeOf(shell, flags), masterKey };
}

const PLACE_VARIABLES = ['DATA_DIR', 'DATABASE_URL'];
const KEY_VARIABLES = ['MASTER_KEY', 'MASTER_KEY_FILE'];

/** Reads only the settings that a command needs, so that no other setting can make it fail. */
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

/** Turns errors that the operator can fix into one sentence. */
export async function explainErrors<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Error) || !EXPECTED.has(error.name)) throw error;
    throw new CommandFailure(EXIT.usage, error.message);
  }
}
