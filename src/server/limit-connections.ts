import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Problem } from '../contract/problems.ts';
import { Shares } from '../domain/shares.ts';
import { networkOf } from './network-of.ts';
import type { IsTrustedProxy } from './trusted-proxies.ts';

/** Kept for files of the embedded database, threads and standard streams. */
const OWN_DESCRIPTORS = 128;
/** Assumed where /proc does not say: the usual default of POSIX systems. */
const USUAL_DESCRIPTORS = 1_024;
/** Each takes about 20 kB of memory. */
const MOST_CONNECTIONS = 10_000;
/** Long enough to send a request and read the refusal. */
const REFUSED_MS = 2_000;

export interface ConnectionLimits {
  /** How many this process takes. */
  readonly connections: number;
  readonly connectionsPerAddress: number;
  readonly isTrustedProxy: IsTrustedProxy;
}

/** Returns why a connection is not served, or undefined. */
export type RefusalOf = (socket: Socket) => Problem | undefined;

/**
 * Keeps descriptors free for files and the database, and connections free for other addresses. A
 * connection from a trusted proxy is exempt: its client is known only with the first request.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): RefusalOf {
  const { connections, connectionsPerAddress, isTrustedProxy } = limits;
  server.maxConnections = connections;
  const shares = new Shares('connections', connectionsPerAddress);
  const refused = new WeakMap<Socket, Problem>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isTrustedProxy(address)) return;
    try {
      socket.once('close', shares.take(networkOf(address)));
    } catch (error) {
      refused.set(socket, error as Problem); // The only thing that shares throw.
      const timer = setTimeout(() => socket.destroy(), REFUSED_MS);
      socket.once('close', () => clearTimeout(timer));
    }
  });
  return (socket) => refused.get(socket);
}

/**
 * Counts open connections by user, across keys and addresses. A connection belongs to the user of
 * its last request with a valid credential. A proxy's connection, which carries requests of several
 * users, belongs to a user only until their request is answered.
 */
export class ConnectionOwners {
  readonly #shares: Shares;
  readonly #isTrustedProxy: IsTrustedProxy;
  readonly #owners = new WeakMap<Socket, Owner>();

  constructor(perUser: number, isTrustedProxy: IsTrustedProxy) {
    this.#shares = new Shares('connections', perUser);
    this.#isTrustedProxy = isTrustedProxy;
  }

  /** Throws if the user is at the limit. */
  pass({ socket }: IncomingMessage, answer: ServerResponse, userId: string): void {
    const owner = this.#owners.get(socket);
    if (owner?.userId === userId || socket.destroyed) return;
    const giveBack = this.#shares.take(userId);
    this.#owners.set(socket, { userId, giveBack });
    if (owner !== undefined) return owner.giveBack();
    const isProxied = this.#isTrustedProxy(socket.remoteAddress ?? '');
    (isProxied ? answer : socket).once('close', () => {
      this.#owners.get(socket)?.giveBack();
      this.#owners.delete(socket);
    });
  }
}

interface Owner {
  readonly userId: string;
  readonly giveBack: () => void;
}

/** How many connections this process accepts, so that enough descriptors are left. */
export function mostConnections(databasePoolSize: number): number {
  const free = descriptors() - OWN_DESCRIPTORS - databasePoolSize;
  // A connection may need a second descriptor, for a body that does not fit into memory.
  return Math.min(MOST_CONNECTIONS, Math.max(16, Math.floor(free * 0.75)));
}

/** How many files and sockets this process may have open. */
function descriptors(): number {
  try {
    const [, soft] =
      /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(soft ?? USUAL_DESCRIPTORS);
  } catch {
    return USUAL_DESCRIPTORS;
  }
}
