import { randomUUIDv7 } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { DestinationStream, Logger } from 'pino';
import type { ResultsComputer } from '../compute/results-computer.ts';
import { RunnerThread } from '../jobs/outputs/runner-thread.ts';
import { startUpkeep } from '../jobs/upkeep.ts';
import type { RunnerNews } from '../operations/context.ts';
import { Gate } from '../operations/gate.ts';
import { endPreparations } from '../operations/outputs/parts/end-preparations.ts';
import { PASSWORD_COST, type PasswordCost } from '../operations/password-cost.ts';
import type { RequestTrace } from '../operations/request-trace.ts';
import { openVault } from '../operations/system/open-vault.ts';
import {
  type Preparation,
  type Prepared,
  prepareInstallation,
} from '../operations/system/prepare-installation.ts';
import { newToken, tokenHash } from '../operations/tokens.ts';
import { grantsOf } from '../outbound/loopback.ts';
import { isAmong, placeOfUrl, placesOfDatabase, placesOfService } from '../outbound/own-places.ts';
import { resolveHost } from '../outbound/resolve-host.ts';
import { Db, type Engine } from '../storage/database.ts';
import { readDatabaseClock } from '../storage/database-clock.ts';
import type { Storage } from '../storage/engines/open-storage.ts';
import { probe, withinLimit } from '../storage/engines/probe.ts';
import { tracedEngine } from '../storage/engines/traced-engine.ts';
import { deleteAllClaims } from '../storage/idempotency-keys.ts';
import { updateLastUse } from '../storage/identity/credentials.ts';
import { keepFigures } from '../storage/inspection/figures.ts';
import { isMigrated } from '../storage/migrations/migrate.ts';
import type { EngineKind } from '../storage/statement.ts';
import { makeAnnouncer } from './announcements.ts';
import { logBackgroundFailures } from './background-failures.ts';
import { CallerShares } from './caller-shares.ts';
import type { Configuration } from './configuration.ts';
import { buildHttpServer } from './http-server.ts';
import type { Installation } from './installation.ts';
import { ConnectionOwners } from './limit-connections.ts';
import { Metrics } from './metrics.ts';
import { makeUseNoter } from './note-use.ts';
import { operationTable } from './operation-table.ts';
import { RateLimiter } from './rate-limits.ts';
import { makeRequestIds, makeRequestLog } from './request-log.ts';
import { serviceOperations } from './service-operations.ts';
import { SharedClock } from './shared-clock.ts';
import { sharedProbe } from './shared-probe.ts';

/** What must be open before the service is mounted. */
export interface Opened {
  readonly storage: Storage;
  readonly results: ResultsComputer;
  readonly log: Logger;
  readonly logTo: DestinationStream;
  readonly sources?: Sources;
  /** Absent: the usual one. */
  readonly passwordCost?: PasswordCost;
}

export interface Sources {
  readonly clock: () => number;
  readonly newId: () => string;
  readonly newRequestId: () => string;
  readonly newToken: () => string;
}

export interface RunningServer {
  readonly url: string;
  /** Where the first owner is created; undefined once one exists. */
  readonly setupUrl: string | undefined;
  /** Reports "not ready" but still answers: load balancers need a moment to notice. */
  readonly drain: () => void;
  /** Finishes running requests and work, then closes everything. */
  readonly stop: () => Promise<void>;
}

const monotonicClock = () => performance.now();

function openOn(engine: Engine, trace: RequestTrace | undefined): Db {
  return new Db(trace === undefined ? engine : tracedEngine(engine, trace.statement));
}

/** Builds the service on a storage and listens: the one place where its parts meet. */
export async function mountService(
  configuration: Configuration,
  { storage, results, log, logTo, ...overrides }: Opened,
): Promise<RunningServer> {
  const { host } = configuration;
  const { engine } = storage;
  const openDb = (trace?: RequestTrace) => openOn(engine, trace);
  const onError = logBackgroundFailures(log, monotonicClock);
  const sharedClock = await SharedClock.open({
    readShared: () => readDatabaseClock(openDb()),
    onDifference: (aheadMs) => log.warn({ ahead_ms: aheadMs }, CLOCK_DIFFERS),
    onError,
  });
  const { sources = realSources(sharedClock.now), passwordCost = PASSWORD_COST } = overrides;
  const { clock, newId } = sources;
  const tracer = await openTracer(configuration.tracing, engine.kind);
  const vault = await openVault(openDb(), configuration);
  const preparation = { now: clock(), newId, passwordCost, owner: configuration.owner };
  const prepared = await prepare(openDb, engine.kind, preparation);
  const stopping = new AbortController();
  const grants = grantsOf({ host, publicUrl: configuration.publicUrl });
  const ofDatabase = await placesOfDatabase(placeOfUrl(configuration.databaseUrl), resolveHost);
  const probeWrite = sharedProbe(() => probe(engine, onError), monotonicClock);
  // Our own port is known once we listen; no request is served before.
  let isOwn: Installation['outbound']['isOwn'] = () => false;
  const installation: Installation = {
    publicUrl: configuration.publicUrl,
    isHttps: configuration.publicUrl?.protocol === 'https:',
    corsOrigins: configuration.corsOrigins,
    openDb,
    openReads: (trace) => openOn(storage.openReads(), trace),
    tracer,
    ...sources,
    passwordCost,
    cursorSecret: vault.derive('cursors'),
    slotSecret: vault.derive('slots'),
    leaseMs: configuration.leaseSeconds * 1000,
    outbound: {
      allow: configuration.outboundAllow,
      isOwn: (place) => isOwn(place),
      plainHttp: configuration.outboundHttp,
      resolve: resolveHost,
      grants,
    },
    vault,
    results,
    makeGate: (...asked) => new Gate(...asked),
    log,
    noteAnswer: log.isLevelEnabled('info') ? makeRequestLog(logTo, clock) : () => undefined,
    metrics: new Metrics(),
    founding: configuration.founding,
    metricsTokenHash: configuration.metricsToken && tokenHash(configuration.metricsToken),
    limits: {
      key: new RateLimiter({ name: 'key', perMinute: configuration.rateLimits.key }),
      session: new RateLimiter({ name: 'session', perMinute: configuration.rateLimits.session }),
      anonymous: new RateLimiter({
        name: 'anonymous',
        perMinute: configuration.rateLimits.anonymous,
      }),
    },
    shares: {
      uploads: new CallerShares('uploads', configuration.shares.uploadsPerCaller),
      streams: new CallerShares('event streams', configuration.shares.streamsPerCaller),
    },
    connectionOwners: new ConnectionOwners(
      configuration.shares.connectionsPerCaller,
      configuration.isTrustedProxy ?? (() => false),
    ),
    health: {
      database: async () => storage.damage() ?? (await probeWrite()),
      migrations: sharedProbe(
        () => withinLimit(isMigrated(engine), false).catch(() => false),
        monotonicClock,
      ),
      hasDiskSpace: storage.hasDiskSpace,
      isDraining: () => stopping.signal.aborted,
      durability: engine.durability,
    },
    figures: {
      engine: engine.kind,
      database: () => engine.figures(),
      disk: storage.disk,
      stored: keepFigures(engine),
    },
    noteUse: makeUseNoter((use) => openDb().transaction((tx) => updateLastUse(tx, use)), onError),
    announce: makeAnnouncer((evaluationId) => engine.notify(evaluationId)),
    wakeRunner: (news) => engine.notify(GENERATION_TOPICS[news]),
    onChange: (evaluationId, callBack) => engine.listen(evaluationId, callBack),
    stopping: stopping.signal,
  };
  const operations = operationTable(serviceOperations(installation));
  const server = buildHttpServer(installation, operations, configuration);
  await server.listen({ port: configuration.port, host });
  const port = portOf(server.server.address());
  const own = placesOfService({ host, port }).union(ofDatabase);
  isOwn = (place) => isAmong(own, place);
  const stopUpkeep = startUpkeep({
    openDb,
    clock,
    onEnd: (work, outcome) => installation.metrics.noteUpkeep(work, outcome, clock()),
    onError,
  });
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const runner = new RunnerThread({
    engine: engine.kind,
    openDb,
    newId,
    clock,
    random: Math.random,
    access: storage.forThread,
    keys: { masterKey: configuration.masterKey, dataDirectory: configuration.dataDirectory },
    tracing: configuration.tracing,
    rules: {
      allow: configuration.outboundAllow.text,
      own,
      plainHttp: configuration.outboundHttp,
      grants,
    },
    onNews: (news, callBack) => engine.listen(GENERATION_TOPICS[news], callBack),
    announce: installation.announce,
    onCall: (outcome) => installation.metrics.countCall(outcome),
    onStall: (stall) => {
      installation.metrics.countStall();
      log.warn(stall, STALLED);
    },
    onError,
  });
  runner.start();
  sharedClock.start();
  storage.lookForDamage();
  const publicOrigin = configuration.publicUrl?.origin ?? url;
  return {
    url,
    setupUrl: prepared.setupToken && `${publicOrigin}/setup#token=${prepared.setupToken}`,
    drain: () => stopping.abort(),
    stop: async () => {
      stopping.abort();
      sharedClock.stop();
      stopUpkeep();
      // Behind a proxy, idle connections would otherwise stay open for a minute.
      server.server.keepAliveTimeout = 1;
      await server.close();
      await runner.stop();
      await results.close();
      await tracer?.close();
      await storage.close();
    },
  };
}

const CLOCK_DIFFERS =
  "This machine's clock differs from the database's; the service uses the database's.";

const STALLED =
  'No output of a run was begun for 30 seconds, though some were claimed. They are reclaimed.';

/** Topics on which processes notify each other of outputs to generate. */
const GENERATION_TOPICS: Readonly<Record<RunnerNews, string>> = {
  change: 'generation',
  preparation: 'generation-preparation',
};

/** Loads the tracer only where traces are collected. */
async function openTracer(settings: Configuration['tracing'], engine: EngineKind) {
  if (settings === undefined) return undefined;
  const { Tracer } = await import('../outbound/tracer.ts');
  return new Tracer(settings, engine);
}

export function realSources(clock: () => number): Sources {
  return {
    clock,
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
  // No other process uses an embedded database, so all its claims and preparations are abandoned.
  if (engine === 'sqlite') {
    await openDb().transaction(deleteAllClaims);
    await endPreparations(openDb(), 'all');
  }
  return prepareInstallation(openDb(), preparation);
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}
