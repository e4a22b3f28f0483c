import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { breakOff } from './break-off.ts';

export interface LossyProxy {
  readonly url: string;
  /** How many answers it has swallowed. */
  readonly lost: () => number;
  readonly close: () => Promise<void>;
}

/**
 * Forwards to a server, but resets the connection instead of delivering some of the answers: the
 * server has done what the client asked for, and the client cannot know.
 */
export async function startLossyProxy(target: string, loses: () => boolean): Promise<LossyProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let lost = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let isAnswering = false;
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
    client.on('data', (chunk) => {
      isAnswering = false;
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (!isAnswering && loses()) {
        lost += 1;
        breakOff(client);
        return;
      }
      isAnswering = true;
      client.write(chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: ownPort } = server.address() as AddressInfo; // A TCP server has one.
  return {
    url: `http://127.0.0.1:${ownPort}`,
    lost: () => lost,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
