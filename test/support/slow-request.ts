import { connect, type Socket } from 'node:net';
import { OWNER_KEY } from './reachable.ts';
import type { TestServer } from './running-server.ts';

/** A request whose body is sent piece by piece, or never. */
export interface SlowRequest {
  readonly send: (bytes: Uint8Array | string) => Promise<void>;
  /** Status and body of the answer, once it has come. */
  readonly answer: Promise<{ status: number; body: Record<string, unknown> }>;
  readonly abort: () => void;
}

export function openSlowRequest(
  { url }: Pick<TestServer, 'url'>,
  { method, path, headers }: { method: string; path: string; headers: Record<string, string> },
): SlowRequest {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  const lines = Object.entries({ host, authorization: OWNER_KEY, ...headers });
  socket.write(
    `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  );
  // A test that does not wait for the answer must not fail because the connection ended.
  const answer = readAnswer(socket);
  answer.catch(() => undefined);
  return {
    answer,
    send: (bytes) =>
      new Promise((resolve) => {
        socket.write(bytes, () => resolve());
      }),
    abort: () => socket.destroy(),
  };
}

function readAnswer(socket: Socket): SlowRequest['answer'] {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
      const [head = '', body = ''] = text.split('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
      if (Buffer.byteLength(body) < length || Number.isNaN(length)) return;
      resolve({ status: Number(head.split(' ')[1]), body: JSON.parse(body) });
      socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The connection ended without an answer.')));
  });
}
