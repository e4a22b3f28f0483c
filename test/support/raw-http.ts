import { Agent, request } from 'node:http';
import { connect } from 'node:net';

export interface RawRequest {
  readonly method: string;
  /** Sent unchanged, even if it is malformed. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: Uint8Array | string;
}

export interface RawReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Connections that are kept, for tests that send thousands of requests. */
export function keepAliveAgent(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 4 });
}

/** Sends a request as it is, without what a client would add or correct. */
export function sendRaw(baseUrl: string, raw: RawRequest, agent?: Agent): Promise<RawReply> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const headers: Record<string, string | string[]> = {};
    for (const [name, value] of Object.entries(raw.headers ?? {})) {
      headers[name] = typeof value === 'string' ? value : [...value];
    }
    if (raw.body !== undefined) headers['content-length'] = String(Buffer.byteLength(raw.body));
    const sent = request(
      { hostname, port, method: raw.method, path: raw.path, headers, ...(agent && { agent }) },
      (response) => {
        const chunks: Buffer[] = [];
        const finish = () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: toHeaders(response.rawHeaders),
            text: Buffer.concat(chunks).toString(),
          });
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          // A stream of events has no end to wait for.
          if (response.headers['content-type'] !== 'text/event-stream') return;
          finish();
          response.destroy();
        });
        response.on('error', reject);
        response.on('end', finish);
      },
    );
    sent.on('error', reject);
    sent.end(raw.body);
  });
}

/** Sends bytes that need not be HTTP; returns all that arrives until the connection closes. */
export function sendBytes(baseUrl: string, bytes: Uint8Array | string): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
    socket.end(bytes);
  });
}

function toHeaders(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index < raw.length; index += 2) {
    headers.append(raw[index] ?? '', raw[index + 1] ?? '');
  }
  return headers;
}
