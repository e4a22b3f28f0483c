import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { breakOff } from './break-off.ts';

export interface PostgresRelay {
  /** The same database, through the relay. */
  readonly url: string;
  /** How many connections are open now. */
  readonly open: () => number;
  /** The most connections that were open at the same time. */
  readonly mostOpen: () => number;
  readonly close: () => Promise<void>;
}

export interface RelayFaults {
  /** How late each message arrives, in both directions. */
  readonly lateMs?: number;
  /** Whether the connection breaks instead of delivering the answer to what was sent on it. */
  readonly losesAnswer?: (sent: string, connection: number) => boolean;
}

/**
 * Forwards between a server and its PostgreSQL, which executes what it receives even if the answer
 * is lost.
 */
export async function startPostgresRelay(
  databaseUrl: string,
  { lateMs = 0, losesAnswer = () => false }: RelayFaults,
): Promise<PostgresRelay> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let connections = 0;
  let mostOpen = 0;
  const server = createServer((client) => {
    connections += 1;
    const connection = connections;
    const upstream = connect(Number(port), hostname);
    let isLost = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    // Each connection has two sockets here.
    mostOpen = Math.max(mostOpen, sockets.size / 2);
    client.on('data', (chunk) => {
      isLost ||= losesAnswer(chunk.toString('latin1'), connection);
      setTimeout(() => upstream.write(chunk), lateMs);
    });
    upstream.on('data', (chunk) => {
      if (!isLost) {
        setTimeout(() => client.write(chunk), lateMs);
        return;
      }
      breakOff(client);
      upstream.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: ownPort } = server.address() as AddressInfo; // A TCP server has one.
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${ownPort}`;
  return {
    url: url.href,
    open: () => sockets.size / 2,
    mostOpen: () => mostOpen,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
