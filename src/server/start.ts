import { randomUUIDv7 } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import pino, { type DestinationStream } from 'pino';
import { RunnerThread } from '../jobs/generation/runner-thread.ts';
import { startUpkeep } from '../jobs/upkeep.ts';
import type { RunnerNews } from '../operations/context.ts';
import { Gate } from '../operations/gate.ts';
import { startResultsComputer } from '../operations/results/compute-results.ts';
import { openVault } from '../operations/system/open-vault.ts';
import {
  type Preparation,
  type Prepared,
  prepareInstallation,
} from '../operations/system/prepare-installation.ts';
import { newToken } from '../operations/tokens.ts';
import { isAmong, ownPlaces, type Place } from '../outbound/own-places.ts';
import { resolveHost } from '../outbound/resolve-host.ts';
import { updateLastUse } from '../storage/credentials.ts';
import { Db } from '../storage/database.ts';
import { deleteAllClaims } from '../storage/idempotency-keys.ts';
import { isMigrated } from '../storage/migrate.ts';
import { openStorage } from '../storage/open-storage.ts';
import { probe } from '../storage/probe.ts';
import type { EngineKind } from '../storage/statement.ts';
import { hasJudgements } from '../storage/study-rows.ts';
import { makeAnnouncer } from './announcements.ts';
import type { Configuration } from './configuration.ts';
import { buildHttpServer } from './http-server.ts';
import type { Installation } from './installation.ts';
import { Metrics } from './metrics.ts';
import { makeUseNoter } from './note-use.ts';
import { operationTable } from './operation-table.ts';
import { RateLimiter } from './rate-limits.ts';
import { makeRequestIds, makeRequestLog } from './request-log.ts';
import { serviceOperations } from './service-operations.ts';

export interface StartOptions {
  readonly logTo: DestinationStream;
  /** Called when this process must not go on; the database is not to be touched any more. */
  readonly onFatal: (reason: string) => void;
  /** Where time and chance come from; a test that wants the same twice brings its own. */
  readonly sources?: Sources;
}

export interface Sources {
  readonly clock: () => number;
  readonly newId: () => string;
  readonly newRequestId: () => string;
  readonly newToken: () => string;
}

export interface RunningServer {
  readonly url: string;
  /** Where the first owner is created, while there is none. */
  readonly setupUrl: string | undefined;
  /** From now on not ready, but still answering: load balancers need a moment to notice. */
  readonly drain: () => void;
  /** Finishes what is running, then closes everything. */
  readonly stop: () => Promise<void>;
}

/** Opens the storage, mounts the contract and listens: the one place where the parts meet. */
export async function startServer(
  configuration: Configuration,
  { logTo, onFatal, sources = realSources() }: StartOptions,
): Promise<RunningServer> {
  const { host } = configuration;
  const log = pino({ level: configuration.logLevel, base: null, redact: ['headers'] }, logTo);
  const storage = await openStorage({
    ...configuration,
    poolSize: configuration.databasePoolSize,
    onLost: onFatal,
  });
  const { engine } = storage;
  const { clock, newId } = sources;
  const openDb = () => new Db(engine);
  const onError = (error: unknown) => log.error({ err: error }, 'background work failed');

  const preparing = async () => ({
    vault: await openVault(openDb(), configuration),
    ...(await prepare(openDb, engine.kind, { now: clock(), newId, owner: configuration.owner })),
    isJudged: await hasJudgements(openDb()),
  });
  const prepared = await preparing().catch(async (error: unknown) => {
    await storage.close();
    throw error;
  });
  const { databaseFile } = storage;
  const { resultsRehearsal: rehearsal } = configuration;
  const results = startResultsComputer({ onCrash: onError, databaseFile, rehearsal });
  // Who has judged evaluations will look at results; the threads get ready while the rest starts.
  if (prepared.isJudged) results.prepare();
  const stopping = new AbortController();
  // Which port is our own is known once we listen; nobody is served before.
  let isOwn: Installation['outbound']['isOwn'] = () => false;
  const installation: Installation = {
    publicUrl: configuration.publicUrl,
    isHttps: configuration.publicUrl?.protocol === 'https:',
    corsOrigins: configuration.corsOrigins,
    openDb,
    ...sources,
    cursorSecret: prepared.cursorSecret,
    slotSecret: prepared.slotSecret,
    leaseMs: configuration.leaseSeconds * 1000,
    outbound: {
      allow: configuration.outboundAllow,
      isOwn: (place) => isOwn(place),
      plainHttp: configuration.outboundHttp,
      resolve: resolveHost,
    },
    vault: prepared.vault,
    results,
    makeGate: (access, route) => new Gate(access, route),
    log,
    noteAnswer: log.isLevelEnabled('info') ? makeRequestLog(logTo, clock) : () => undefined,
    metrics: new Metrics(),
    limits: {
      key: new RateLimiter({ name: 'key', perMinute: configuration.rateLimits.key }),
      session: new RateLimiter({ name: 'session', perMinute: configuration.rateLimits.session }),
      anonymous: new RateLimiter({
        name: 'anonymous',
        perMinute: configuration.rateLimits.anonymous,
      }),
    },
    health: {
      database: () => probe(engine),
      migrations: () => isMigrated(engine).catch(() => false),
      hasDiskSpace: storage.hasDiskSpace,
      isDraining: () => stopping.signal.aborted,
      durability: engine.durability,
    },
    noteUse: makeUseNoter((use) => openDb().transaction((tx) => updateLastUse(tx, use)), onError),
    announce: makeAnnouncer((evaluationId) => engine.notify(evaluationId)),
    wakeRunner: (news) => engine.notify(GENERATION_TOPICS[news]),
    onChange: (evaluationId, callBack) => engine.listen(evaluationId, callBack),
    stopping: stopping.signal,
  };
  const operations = operationTable(serviceOperations(installation));
  const server = buildHttpServer(installation, operations, configuration.trustedProxies);
  const stopUpkeep = startUpkeep({ openDb, clock, onError });
  try {
    await server.listen({ port: configuration.port, host });
  } catch (error) {
    await results.close();
    await storage.close();
    throw error;
  }
  const port = portOf(server.server.address());
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const database = databasePlace(configuration.databaseUrl);
  const own = await ownPlaces({ host, port }, database, resolveHost);
  isOwn = (place) => isAmong(own, place);
  const runner = new RunnerThread({
    engine: engine.kind,
    openDb,
    newId,
    clock,
    random: Math.random,
    access: storage.forThread,
    keys: { masterKey: configuration.masterKey, dataDirectory: configuration.dataDirectory },
    rules: {
      allow: configuration.outboundAllow.text,
      own,
      plainHttp: configuration.outboundHttp,
    },
    onNews: (news, callBack) => engine.listen(GENERATION_TOPICS[news], callBack),
    announce: installation.announce,
    onError,
  });
  runner.start();
  const publicOrigin = configuration.publicUrl?.origin ?? url;
  return {
    url,
    setupUrl: prepared.setupToken && `${publicOrigin}/setup#token=${prepared.setupToken}`,
    drain: () => stopping.abort(),
    stop: async () => {
      stopping.abort();
      stopUpkeep();
      await server.close();
      await runner.stop();
      await results.close();
      await storage.close();
    },
  };
}

/** What processes tell each other when there are outputs to be made. */
const GENERATION_TOPICS: Readonly<Record<RunnerNews, string>> = {
  change: 'generation',
  preparation: 'generation-preparation',
};

function realSources(): Sources {
  return {
    clock: () => Date.now(),
    newId: () => randomUUIDv7(),
    newRequestId: makeRequestIds(),
    newToken,
  };
}

async function prepare(
  openDb: () => Db,
  engine: EngineKind,
  preparation: Preparation,
): Promise<Prepared> {
  // An embedded database has no other process, so whoever held a claim is gone.
  if (engine === 'sqlite') await openDb().transaction(deleteAllClaims);
  return prepareInstallation(openDb(), preparation);
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Where the database listens, when it does so on the network. */
function databasePlace(databaseUrl: string | undefined): Place | undefined {
  const url = databaseUrl === undefined ? null : URL.parse(databaseUrl);
  if (url === null || url.hostname === '') return undefined;
  return { host: url.hostname.replaceAll(/[[\]]/g, ''), port: Number(url.port || 5432) };
}
