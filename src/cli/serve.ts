import { ConfigurationError, type Flags, readConfiguration } from '../server/configuration.ts';
import { openLogDestination } from '../server/log-destination.ts';
import { type RunningServer, startServer } from '../server/start.ts';
import { fillDemo, openDemo } from './demo.ts';

const ANNOUNCE_MS = 2_000;
const DRAIN_MS = 25_000;
/** One stop may arrive twice: from the process group, and passed on by a parent process. */
const SAME_SIGNAL_MS = 1_000;

export interface ServeFlags extends Flags {
  readonly demo?: true;
}

/** Runs the service until it is stopped. */
export async function serve({ demo, ...flags }: ServeFlags): Promise<void> {
  const logTo = openLogDestination();
  try {
    const demoInstallation = demo === true ? openDemo(flags.dataDir, process.env) : undefined;
    const configuration =
      demoInstallation === undefined
        ? readConfiguration(flags, process.env)
        : readConfiguration(
            { ...flags, dataDir: demoInstallation.dataDir },
            demoInstallation.environment,
          );
    if (configuration.databaseUrl === undefined) refuseOldSqlite(process.versions.sqlite);
    const server = await startServer(configuration, { logTo });
    stopOnSignal(server, () => logTo.flush());
    if (demoInstallation !== undefined) {
      const addresses = { url: server.url, publicUrl: configuration.publicUrl?.origin };
      console.error(await fillDemo(addresses, demoInstallation));
    }
    announce(server);
  } catch (error) {
    logTo.flush();
    refuseToStart(error);
  }
}

/** Earlier releases cannot add constraints to a table (sqlite.org/releaselog/3_53_0.html). */
function refuseOldSqlite(version = '0.0'): void {
  const [, minor = 0] = version.split('.').map(Number);
  if (minor >= 53) return;
  throw new ConfigurationError(
    `The embedded database needs a Node with SQLite 3.53 or newer, Node ${process.versions.node} has ${version}. Install Jurybox without --omit=optional, or use PostgreSQL with DATABASE_URL.`,
  );
}

function announce(server: RunningServer): void {
  if (server.setupUrl !== undefined) {
    console.error(
      `There is no account yet. Create the first owner here (once):\n${server.setupUrl}`,
    );
  }
  // A closed pipe or a full disk ends other commands, but must not end the service.
  process.stdout.removeAllListeners('error').on('error', () => undefined);
  console.log(`ready ${server.url}`);
}

/** The first signal lets requests finish; a later one does not wait. */
function stopOnSignal(server: RunningServer, atEnd: () => void): void {
  let stoppingAt: number | undefined;
  const stop = async () => {
    const now = performance.now();
    if (stoppingAt !== undefined) {
      if (now - stoppingAt > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    stoppingAt = now;
    server.drain();
    await delay(ANNOUNCE_MS);
    const limit = setTimeout(() => {
      console.error(`Not everything ended within ${DRAIN_MS / 1000} seconds: the rest is aborted.`);
      process.exit(1);
    }, DRAIN_MS);
    await server.stop();
    clearTimeout(limit);
    atEnd();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => void stop().catch(endWithError));
}

function endWithError(error: unknown): never {
  console.error('The service ended, but not everything could be closed:', error);
  process.exit(1);
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Errors that the operator can fix: one sentence and exit code 2. Others: the stack and 1. */
function refuseToStart(error: unknown): never {
  if (error instanceof ConfigurationError || isExpected(error)) {
    const reason = error.cause instanceof Error ? ` (${error.cause.message})` : '';
    console.error(`${error.message}${reason}`);
    process.exit(2);
  }
  console.error(error);
  process.exit(1);
}

function isExpected(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (error.name === 'DirectoryLocked' || error.name === 'Problem' || error.name === 'StartRefused')
    return true;
  if (!('code' in error)) return false;
  if (error.code === 'EADDRINUSE') {
    error.message = 'Another program uses this port. Choose another with --port.';
  }
  return ['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'].includes(String(error.code));
}
