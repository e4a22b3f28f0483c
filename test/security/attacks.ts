import { connect, type Socket } from 'node:net';

/** A request that is meant to do harm. */
export interface Attack {
  readonly kind: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent one after the other, as fast as the server takes them, until it answers. */
  readonly pieces: Iterable<Uint8Array | string>;
}

let opened = 0;

/** Connects from one of many addresses: one alone would only use up its own share. */
export function openSocket(url: string): Socket {
  const { hostname, port } = new URL(url);
  opened += 1;
  const localAddress = `127.0.3.${1 + (opened % 50)}`;
  // Callers wait for "close" instead.
  return connect({ host: hostname, port: Number(port), localAddress }).on('error', () => undefined);
}

/** Twice as long as the server waits for anything but imports, so only hanging requests exceed it. */
const HANGS_AFTER_MS = 60_000;

/** The status of the response; undefined when the connection is closed without one. */
export function carryOut(url: string, attack: Attack): Promise<number | undefined> {
  const socket = openSocket(url);
  const { promise: hanging, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error(`Neither answered nor closed: ${attack.kind} at ${attack.path}`));
    socket.destroy();
  }, HANGS_AFTER_MS);
  socket.once('close', () => clearTimeout(timer));
  const lines = Object.entries({ host: '127.0.0.1', ...attack.headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.write(`${attack.method} ${attack.path} HTTP/1.1\r\n${head}\r\n`);
  sendAll(socket, attack.pieces[Symbol.iterator]());
  return Promise.race([statusOf(socket), hanging]);
}

export function statusOf(socket: Socket): Promise<number | undefined> {
  return new Promise((resolve) => {
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString();
      const [, status] = /^HTTP\/1\.1 (\d+) [\s\S]*\r\n\r\n/.exec(received) ?? [];
      if (status === undefined) return;
      resolve(Number(status));
      socket.destroy();
    });
    socket.once('close', () => resolve(undefined));
  });
}

function sendAll(socket: Socket, pieces: Iterator<Uint8Array | string>): void {
  for (;;) {
    const { done, value } = pieces.next();
    if (done === true || socket.destroyed) return;
    if (socket.write(value)) continue;
    socket.once('drain', () => sendAll(socket, pieces));
    return;
  }
}
