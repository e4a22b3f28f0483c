import pino, { type DestinationStream } from 'pino';
import type { PasswordCost } from '../operations/auth/passwords.ts';
import { startResultsComputer } from '../operations/results/compute-results.ts';
import { Db } from '../storage/database.ts';
import { openStorage } from '../storage/open-storage.ts';
import { hasJudgements } from '../storage/study-rows.ts';
import type { Configuration } from './configuration.ts';
import type { RunningServer, Sources } from './mount-service.ts';

export type { RunningServer, Sources } from './mount-service.ts';

export interface StartOptions {
  readonly logTo: DestinationStream;
  /** Where time and chance come from; a test that wants the same twice brings its own. */
  readonly sources?: Sources;
  /** For tests, which sign thousands of people in. */
  readonly passwordCost?: PasswordCost;
}

/** Opens the storage and serves it. */
export async function startServer(
  configuration: Configuration,
  options: StartOptions,
): Promise<RunningServer> {
  const {
    logLevel: level,
    databasePoolSize: poolSize,
    resultsRehearsal: rehearsal,
  } = configuration;
  const log = pino({ level, base: null, redact: ['headers'] }, options.logTo);
  const storage = await openStorage({
    ...configuration,
    poolSize,
    log: (sentence) => log.warn(sentence),
  });
  const { engine, databaseFile } = storage;
  const onCrash = (error: Error) => log.error({ err: error }, 'background work failed');
  const results = startResultsComputer({ onCrash, databaseFile, rehearsal });
  try {
    // Who has judged evaluations will look at results.
    if (await hasJudgements(new Db(engine))) results.prepare();
    // Loading the rest is most of what a start takes: meanwhile the threads get ready.
    const { mountService } = await import('./mount-service.ts');
    return await mountService(configuration, { ...options, storage, results, log });
  } catch (error) {
    await results.close();
    await storage.close();
    throw error;
  }
}
