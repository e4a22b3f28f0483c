import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import type { ApiReply } from '../../src/client/client.ts';
import { OWNER_KEY } from './reachable.ts';
import type { TestServer } from './running-server.ts';

export interface ExactRequest {
  readonly method?: string;
  /** As sent in the request line, with `/api`. */
  readonly path: string;
  /** Besides the owner's key and, with a body, the JSON media type; undefined omits a header. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | Uint8Array;
}

export interface ExactReply extends ApiReply<unknown> {
  readonly text: string;
}

/** A request exactly as written: any method, path, header and bytes. */
export function sendExact(
  { url }: Pick<TestServer, 'url'>,
  exact: ExactRequest,
): Promise<ExactReply> {
  const headers = {
    authorization: OWNER_KEY,
    ...(exact.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...exact.headers,
  };
  const sent = Object.entries(headers).filter((entry) => entry[1] !== undefined);
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({
      hostname,
      port,
      method: exact.method ?? 'GET',
      path: exact.path,
      headers: Object.fromEntries(sent),
      agent: false,
    });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const status = incoming.statusCode ?? 0;
        resolve(toReply(status, new Headers(pairs(incoming.rawHeaders)), text));
      });
    });
    outgoing.end(exact.body);
  });
}

/** Sends bytes that no HTTP library would send; resolves once the server closes the connection. */
export function sendBytes({ url }: Pick<TestServer, 'url'>, bytes: string): Promise<ExactReply> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', text = ''] = answer.split('\r\n\r\n');
      const [statusLine = '', ...lines] = head.split('\r\n');
      const headers = lines.map((line): [string, string] => [
        line.slice(0, line.indexOf(':')),
        line.slice(line.indexOf(':') + 1).trim(),
      ]);
      resolve(toReply(Number(statusLine.split(' ')[1]), new Headers(headers), text));
    });
  });
}

function toReply(status: number, headers: Headers, text: string): ExactReply {
  const isJson = /json/.test(headers.get('content-type') ?? '') && text !== '';
  return { status, headers, text, body: isJson ? JSON.parse(text) : text };
}

function pairs(rawHeaders: readonly string[]): [string, string][] {
  const headers: [string, string][] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '']);
  }
  return headers;
}
