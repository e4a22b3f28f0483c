import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Problem } from '../contract/problems.ts';
import { Shares } from '../domain/shares.ts';
import { networkOf } from './network-of.ts';
import type { IsTrustedProxy } from './trusted-proxies.ts';

/** What the process needs besides: files of the embedded database, threads, standard streams. */
const OWN_DESCRIPTORS = 128;
/** Where the system does not say: what POSIX systems usually start with. */
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

/** Tells why a connection is not served, if it is not. */
export type RefusalOf = (socket: Socket) => Problem | undefined;

/**
 * Leaves descriptors for files and the database however many connect, and connections for others
 * however many one address opens. Who is behind a trusted proxy is not known before they ask.
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
 * Counts open connections by user, whatever keys and addresses they use. A connection belongs to the
 * user of its last request that proved one. That of a proxy, which sends requests of several users
 * and keeps it for a long time, does so only until the request is answered.
 */
export class ConnectionOwners {
  readonly #shares: Shares;
  readonly #isTrustedProxy: IsTrustedProxy;
  readonly #owners = new WeakMap<Socket, Owner>();

  constructor(perUser: number, isTrustedProxy: IsTrustedProxy) {
    this.#shares = new Shares('connections', perUser);
    this.#isTrustedProxy = isTrustedProxy;
  }

  /** Throws where the user has as many as they may. */
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

/** How many connections leave enough descriptors for everything else. */
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
