import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const HEARTBEAT_MS = 5_000;
const STALE_MS = 30_000;
/** A holder that has not even written its name after this long was killed while doing so. */
const UNWRITTEN_MS = 2_000;

interface Holder {
  readonly pid: number;
  readonly startTime: string;
  readonly host: string;
  readonly nonce: string;
}

/** Another process owns the data directory. */
export class DirectoryLocked extends Error {
  constructor(directory: string, holder: Holder | undefined) {
    const who =
      holder === undefined ? 'another process' : `process ${holder.pid} on ${holder.host}`;
    super(
      `The data directory ${directory} is in use by ${who}. Stop that server, or choose another directory with --data-dir.`,
    );
    this.name = 'DirectoryLocked';
  }
}

export interface DirectoryLock {
  release(): Promise<void>;
}

/**
 * Makes this process the only owner of a data directory. A file names the holder for people and for
 * other network namespaces; on Linux an abstract socket named by the directory, which the kernel
 * frees when the process dies, decides between processes of one namespace.
 */
export async function lockDirectory(
  directory: string,
  onLost: (reason: string) => void,
): Promise<DirectoryLock> {
  const path = join(directory, 'lock');
  const socket = await bindSocket(directory);
  if (socket === 'taken') throw new DirectoryLocked(directory, await findLivingHolder(path));
  const mine: Holder = {
    pid: process.pid,
    startTime: startTimeOf(process.pid) ?? '',
    host: hostname(),
    nonce: randomUUID(),
  };
  try {
    takeFile(directory, path, mine);
  } catch (error) {
    socket?.close();
    throw error;
  }
  const heartbeat = setInterval(() => {
    if (readHolder(path)?.nonce !== mine.nonce) {
      onLost('Another process took over the data directory. Stopping without writing.');
      return;
    }
    const now = new Date();
    utimesSync(path, now, now);
  }, HEARTBEAT_MS).unref();
  return {
    release: async () => {
      clearInterval(heartbeat);
      if (readHolder(path)?.nonce === mine.nonce) rmSync(path, { force: true });
      socket?.close();
    },
  };
}

async function bindSocket(directory: string): Promise<Server | 'taken' | undefined> {
  if (process.platform !== 'linux') return undefined;
  const { dev, ino } = statSync(directory);
  const server = createServer((connection) => connection.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve('taken');
      else reject(error);
    });
    server.listen({ path: `\0jurybox-${dev}-${ino}` }, () => {
      server.unref();
      resolve(server);
    });
  });
}

/** Who has just bound the socket may still be about to write the file. */
async function findLivingHolder(path: string): Promise<Holder | undefined> {
  for (let waitedMs = 0; waitedMs < UNWRITTEN_MS; waitedMs += 20) {
    const holder = readHolder(path);
    if (holder !== undefined && !isDead(holder, path)) return holder;
    await setTimeout(20);
  }
  return undefined;
}

/** Creating the file fails if it exists; only a dead holder's file is removed first. */
function takeFile(directory: string, path: string, mine: Holder): void {
  const content = JSON.stringify(mine);
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 });
    return;
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  }
  const holder = readHolder(path);
  if (!isDead(holder, path)) throw new DirectoryLocked(directory, holder);
  rmSync(path, { force: true });
  writeFileSync(path, content, { flag: 'wx', mode: 0o600 });
}

/** On this host the process table tells; elsewhere only a silent heartbeat does. */
function isDead(holder: Holder | undefined, path: string): boolean {
  if (holder !== undefined && holder.host === hostname()) {
    const startTime = startTimeOf(holder.pid);
    if (startTime === undefined) return !isRunning(holder.pid);
    return startTime !== holder.startTime;
  }
  const silentMs = Date.now() - statSync(path).mtimeMs;
  return silentMs > (holder === undefined ? UNWRITTEN_MS : STALE_MS);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, 'EPERM');
  }
}

/** Field 22 of /proc/<pid>/stat: a recycled process number has another start time. */
function startTimeOf(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
