import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { Problem } from '../contract/problems.ts';
import { LINGER_MS } from './answer.ts';
import { problemResponse } from './problem-response.ts';

/** Answers what Node could not parse as a request, or what arrived too slowly. */
export function writeRawProblem(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const { status, headers, body = '' } = problemResponse(problemFor(error.code), requestId);
  const lines = [
    // Without a reason phrase, which clients ignore (RFC 9112, section 4): importing node:http for
    // its phrases would also load fetch, 15 MB that nothing here needs.
    `HTTP/1.1 ${status} `,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `x-request-id: ${requestId}`,
    'x-content-type-options: nosniff',
    "content-security-policy: default-src 'none'; frame-ancestors 'none'; sandbox",
    'referrer-policy: no-referrer',
    'cache-control: no-store',
    'vary: Authorization, Cookie',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
  // Half closed, the connection would stay for as long as the client likes.
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}

function problemFor(code: string | undefined): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('headers_too_large', 'The headers are larger than 16 KiB.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request_timeout', 'The request did not arrive in time.');
    default:
      return new Problem('bad_request', 'The request is not valid HTTP.');
  }
}
