import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sendBytes } from '../support/raw-http.ts';
import { OWNER_KEY } from '../support/reachable.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';

/** Malformed requests, and the status with which the contract refuses them. */
const MALFORMED: Readonly<Record<string, { bytes: string | Buffer; status: number }>> = {
  'no HTTP at all': { bytes: 'good morning\r\n\r\n', status: 400 },
  'a TLS handshake': { bytes: Buffer.from('16030100c8010000c40303', 'hex'), status: 400 },
  'an unknown HTTP version': { bytes: get('/api/health', [], 'HTTP/9.9'), status: 400 },
  'a header without a colon': { bytes: get('/api/health', ['nonsense']), status: 400 },
  'a header name with a space': { bytes: get('/api/health', ['a b: c']), status: 400 },
  'NUL in a header': { bytes: get('/api/health', ['a: b\0c']), status: 400 },
  'a bare carriage return in a header': { bytes: get('/api/health', ['a: b\rc']), status: 400 },
  'a bare line feed between headers': { bytes: get('/api/health', ['a: b\nc: d']), status: 400 },
  'nothing but bare line feeds': {
    bytes: get('/api/health').replaceAll('\r\n', '\n'),
    status: 400,
  },
  'a negative length': { bytes: post(['content-length: -1'], ''), status: 400 },
  'a length that is no number': { bytes: post(['content-length: 0x10'], ''), status: 400 },
  'two lengths': { bytes: post(['content-length: 2', 'content-length: 3'], '{}'), status: 400 },
  'a length and chunks': {
    bytes: post(['content-length: 2', 'transfer-encoding: chunked'], '0\r\n\r\n'),
    status: 400,
  },
  'a bare line feed after the size of a chunk': {
    bytes: post(['transfer-encoding: chunked'], '2\n{}\r\n0\r\n\r\n'),
    status: 400,
  },
  'a broken chunk': { bytes: post(['transfer-encoding: chunked'], 'zz\r\n{}\r\n'), status: 400 },
  'an unknown transfer encoding': {
    bytes: post(['transfer-encoding: nonsense'], '{}'),
    status: 400,
  },
  'no Host': { bytes: 'GET /api/health HTTP/1.1\r\nconnection: close\r\n\r\n', status: 400 },
  'two Hosts': { bytes: get('/api/health', ['host: evil.example']), status: 421 },
  'a space in the path': { bytes: get('/api/hea lth'), status: 400 },
  'a broken percent-encoding': { bytes: get('/api/apps/%zz'), status: 400 },
  'a path that is not UTF-8 once decoded': { bytes: get('/api/apps/%ff'), status: 400 },
  'headers larger than 16 KiB': {
    bytes: get('/api/health', [`a: ${'x'.repeat(17 * 1024)}`]),
    status: 431,
  },
  'a URL longer than 8 KiB': { bytes: get(`/api/apps/${'x'.repeat(9 * 1024)}`), status: 414 },
  'an unknown method': {
    bytes: 'BREW /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n',
    status: 400,
  },
  'a foreign host': {
    bytes: 'GET /api/health HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n',
    status: 421,
  },
  'a foreign host on an unknown path': {
    bytes: 'GET /x HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n',
    status: 421,
  },
};

describe('malformed HTTP', () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ engine: 'sqlite' });
  });
  after(() => server.stop());

  for (const [name, { bytes, status }] of Object.entries(MALFORMED)) {
    test(`${name} gets ${status} with a problem`, async () => {
      const received = await sendBytes(server.url, bytes);
      const [head = '', body = ''] = received.split('\r\n\r\n');
      assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `), received);
      assert.match(head, /^content-type: application\/problem\+json$/im);
      assert.match(head, /^x-content-type-options: nosniff$/im);
      const problem = JSON.parse(body);
      assert.equal(problem.status, status);
      assert.equal(Object.keys(problem)[0], 'detail');
      assert.match(head, new RegExp(`^x-request-id: ${problem.request_id}$`, 'im'));
      assert.doesNotMatch(body, /HPE_|Parse Error|node:/);
    });
  }

  test('a second request hidden in the body of the first is not carried out', async () => {
    const hidden = `DELETE /api/keys/ownerkey HTTP/1.1\r\nhost: localhost\r\nauthorization: ${OWNER_KEY}\r\n\r\n`;
    const bytes = post(['content-length: 4', 'transfer-encoding: chunked'], `0\r\n\r\n${hidden}`);
    const received = await sendBytes(server.url, bytes);
    assert.match(received, /^HTTP\/1\.1 400 /);
    assert.equal(await server.owner.validateKey({ parameters: { key_prefix: 'ownerkey' } }), true);
  });

  test('no malformed request is logged as a defect', () => {
    assert.doesNotMatch(server.logs(), /"msg":"defect"/);
  });
});

function get(path: string, headers: readonly string[] = [], version = 'HTTP/1.1'): string {
  const lines = [`GET ${path} ${version}`, 'host: localhost', ...headers, 'connection: close'];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

function post(headers: readonly string[], body: string): string {
  const lines = [
    'POST /api/apps HTTP/1.1',
    'host: localhost',
    `authorization: ${OWNER_KEY}`,
    'content-type: application/json',
    ...headers,
    'connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
