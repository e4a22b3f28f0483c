import type { DestinationStream } from 'pino';
import pino from 'pino';
import { startResultsComputer } from '../compute/results-computer.ts';
import type { PasswordCost } from '../operations/password-cost.ts';
import { openStorage } from '../storage/engines/open-storage.ts';
import type { Configuration } from './configuration.ts';
import { mountService, type RunningServer, type Sources } from './mount-service.ts';

export type { RunningServer, Sources } from './mount-service.ts';

export interface StartOptions {
  readonly logTo: DestinationStream;
  /** Clock and random ids; tests replace them to get reproducible answers. */
  readonly sources?: Sources;
  /** Lowered in tests, which sign in thousands of people. */
  readonly passwordCost?: PasswordCost;
}

/** Opens the storage and serves it. */
export async function startServer(
  configuration: Configuration,
  options: StartOptions,
): Promise<RunningServer> {
  const { logLevel: level, databasePoolSize: poolSize } = configuration;
  const log = pino({ level, base: null, redact: ['headers'] }, options.logTo);
  const storage = await openStorage({
    ...configuration,
    poolSize,
    log: (sentence) => log.warn(sentence),
  });
  const onCrash = (error: Error) => log.error({ err: error }, 'background work failed');
  const results = startResultsComputer({ access: storage.forReading, onCrash });
  try {
    return await mountService(configuration, { ...options, storage, results, log });
  } catch (error) {
    await results.close();
    await storage.close();
    throw error;
  }
}
