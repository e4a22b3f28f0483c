import { connect } from 'node:net';
import type { LoadJob, LoadResult } from './load-job.ts';

/**
 * The load: a few connections, each of which sends its next request when the last one is answered.
 * Raw sockets and ready-made bytes make the sender much cheaper than the server it measures.
 */
const job: LoadJob = JSON.parse(process.argv[2] ?? '');
const nextRequest = requestMaker(job);
const statuses: Record<string, number> = {};
let sent = 0;
let answered = 0;

const startedAt = performance.now();
const isOver =
  'seconds' in job.until
    ? (
        (end: number) => () =>
          performance.now() >= end
      )(startedAt + job.until.seconds * 1000)
    : (
        (requests: number) => () =>
          sent >= requests
      )(job.until.requests);
await Promise.all(Array.from({ length: job.connections }, converse));
const result: LoadResult = { answered, seconds: (performance.now() - startedAt) / 1000, statuses };
console.log(JSON.stringify(result));

function converse(): Promise<void> {
  return new Promise((resolve, reject) => {
    let pending: Buffer = Buffer.alloc(0);
    const socket = connect({ host: '127.0.0.1', port: job.port, noDelay: true });
    const sendNext = () => {
      if (isOver()) {
        socket.end();
        resolve();
        return;
      }
      sent += 1;
      socket.write(nextRequest());
    };
    socket.on('connect', sendNext);
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      const status = completeStatus(pending);
      if (status === undefined) return;
      pending = Buffer.alloc(0);
      statuses[status] = (statuses[status] ?? 0) + 1;
      answered += 1;
      sendNext();
    });
  });
}

/** The status of a complete answer; undefined while part of it is missing. */
function completeStatus(bytes: Buffer): string | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = bytes.toString('latin1', 0, headEnd).toLowerCase();
  const at = head.indexOf('content-length: ');
  const length = at < 0 ? 0 : Number.parseInt(head.slice(at + 16), 10);
  return bytes.length >= headEnd + 4 + length ? head.slice(9, 12) : undefined;
}

/** Replaces `{{n}}` in a body by a unique text. */
function requestMaker({ port, request }: LoadJob): () => Buffer {
  const { method, path, headers, body } = request;
  const head = [
    `${method} ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    ...Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`),
  ];
  if (body === undefined) {
    const bytes = Buffer.from(`${head.join('\r\n')}\r\n\r\n`);
    return () => bytes;
  }
  const run = `${process.pid.toString(36)}${Date.now().toString(36)}`;
  let count = 0;
  return () => {
    count += 1;
    const text = body.replaceAll('{{n}}', `${run}-${count}`);
    return Buffer.from(
      `${head.join('\r\n')}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    );
  };
}
