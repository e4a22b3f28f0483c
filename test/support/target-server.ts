import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A host for the server under test to call. */
export interface TargetServer {
  readonly port: number;
  readonly url: string;
  /** Connections so far, whether or not a request followed. */
  readonly connections: () => number;
  readonly requests: () => readonly IncomingMessage[];
  readonly close: () => Promise<void>;
}

export type Answerer = (request: IncomingMessage, response: ServerResponse) => void;

export async function startTarget(
  answer: Answerer,
  { host = '127.0.0.1', port = 0 }: { host?: string; port?: number } = {},
): Promise<TargetServer> {
  const requests: IncomingMessage[] = [];
  let connections = 0;
  const server: Server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address() as AddressInfo; // It listens on a port, not on a pipe.
  return {
    port: address.port,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    connections: () => connections,
    requests: () => requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export function answerJson(value: unknown, status = 200): Answerer {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(value));
  };
}

export function redirectTo(location: string, status = 302): Answerer {
  return (_request, response) => {
    response.writeHead(status, { location });
    response.end();
  };
}

/** Sends the same bytes until the client disconnects. */
export const answerWithoutEnd: Answerer = (_request, response) => {
  // Spaces between two rows may go on for ever; a row that is too long would be refused for that.
  const bytes = Buffer.alloc(256 * 1024, ' ');
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('[');
  const write = () => {
    if (response.destroyed) return;
    if (response.write(bytes)) setImmediate(write);
    else response.once('drain', write);
  };
  write();
};
