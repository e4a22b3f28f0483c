import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, test } from 'node:test';
import { constants, deflateRawSync, gzipSync } from 'node:zlib';
import type { Client } from '../../src/client/client.ts';
import { makeApp, makeMember, unique } from '../support/builders.ts';
import { onEachEngine, onOneEngine } from '../support/engines.ts';
import { type ExactReply, sendExact } from '../support/exact-request.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import type { TestServer } from '../support/running-server.ts';
import { openSlowRequest } from '../support/slow-request.ts';
import { makeTestset, namesIn, rowsOf, upload } from '../support/testsets.ts';
import { until } from '../support/until.ts';

const MEBIBYTE = 1024 * 1024;
const LIMIT = 50 * MEBIBYTE;
/** Bytes before the compressed data (RFC 1952, section 2.3). */
const GZIP_HEAD = 10;
const BOUNDARY = 'the-boundary';

onEachEngine((server) => {
  describe('a large body', () => {
    test('is refused before it arrives if the caller is unknown or may not send it', async () => {
      const { owner } = server();
      const { app_id, testset_id } = await makeTestset(owner);
      const viewer = await makeMember(server(), ['viewer']);
      const cases: [method: string, path: string, key: string, status: number, code: string][] = [
        ['POST', `/api/testsets/${app_id}`, 'x'.repeat(40), 401, 'unauthenticated'],
        ['POST', '/api/testsets/upload', 'x'.repeat(40), 401, 'unauthenticated'],
        ['POST', '/api/testsets/endpoint', 'x'.repeat(40), 401, 'unauthenticated'],
        ['PUT', `/api/testsets/${testset_id}`, 'x'.repeat(40), 401, 'unauthenticated'],
        ['POST', `/api/testsets/${app_id}`, viewer.key, 403, 'forbidden'],
        ['PUT', `/api/testsets/${testset_id}`, viewer.key, 403, 'forbidden'],
        ['POST', `/api/testsets/${randomUUID()}`, viewer.key, 404, 'app_not_found'],
        ['PUT', `/api/testsets/${randomUUID()}`, viewer.key, 404, 'testset_not_found'],
      ];
      for (const [method, path, authorization, status, code] of cases) {
        const isForm = /upload|endpoint/.test(path);
        const headers = {
          authorization,
          'content-type': isForm ? `multipart/form-data; boundary=${BOUNDARY}` : 'application/json',
          'content-length': '60000',
        };
        const request = openSlowRequest(server(), { method, path, headers });
        const answer = await request.answer;
        assert.deepEqual([answer.status, answer.body['code']], [status, code], `${method} ${path}`);
      }
    });

    test('413 if its content-length is too large', async () => {
      const { app_id, testset_id } = await makeTestset(server().owner);
      const cases: [method: string, path: string, limit: number][] = [
        ['POST', `/api/testsets/${app_id}`, LIMIT],
        ['PUT', `/api/testsets/${testset_id}`, LIMIT],
        ['POST', '/api/testsets/upload', LIMIT],
        ['POST', '/api/testsets/endpoint', 64 * 1024],
      ];
      for (const [method, path, limit] of cases) {
        const headers = { 'content-type': 'application/json', 'content-length': String(2 ** 30) };
        const { status, body } = await openSlowRequest(server(), { method, path, headers }).answer;
        assert.deepEqual([status, body['code']], [413, 'payload_too_large']);
        assert.deepEqual([body['limit'], body['limit_kind']], [limit, 'bytes']);
      }
    });

    test('leaves nothing behind when its sender disconnects', async () => {
      const { app_id } = await makeApp(server().owner);
      const before = answeredRequests(server());
      const bodies: [path: string, type: string, start: string][] = [
        [`/api/testsets/${app_id}`, 'application/json', '{"name":"x","csvdata":[{"a":"'],
        ['/api/testsets/upload', `multipart/form-data; boundary=${BOUNDARY}`, formStart('file')],
      ];
      for (const [path, type, start] of bodies) {
        const headers = { 'content-type': type, 'content-length': String(10 * MEBIBYTE) };
        const request = openSlowRequest(server(), { method: 'POST', path, headers });
        await request.send(start + 'x'.repeat(3 * MEBIBYTE));
        await until('the body is being stored', async () => openUploads().length === 1);
        request.abort();
        await until('the body is removed', async () => openUploads().length === 0);
      }
      await until(
        'both requests have ended',
        async () => answeredRequests(server()) === before + 2,
      );
      assert.doesNotMatch(server().logs(), /"msg":"defect"/);
      assert.deepEqual(await namesIn(server().owner, app_id), []);
    });

    test('may be compressed with gzip', async () => {
      const { owner } = server();
      const { app_id } = await makeApp(owner);
      const rows = Array.from({ length: 2_000 }, (_, index) => ({ index, noise: randomUUID() }));
      const json = JSON.stringify({ name: unique('packed'), csvdata: rows });
      const made = await sendGzip(server(), `/api/testsets/${app_id}`, gzipSync(json));
      assert.equal(made.status, 200, made.text);
      assert.deepEqual(await rowsOf(owner, JSON.parse(made.text).id), rows);
      const form = `${formStart('file')}a,b\n1,2\r\n--${BOUNDARY}\r\ncontent-disposition: form-data; name="app_id"\r\n\r\n${app_id}\r\n--${BOUNDARY}--\r\n`;
      const uploaded = await sendGzip(server(), '/api/testsets/upload', gzipSync(form), {
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        'content-encoding': 'GZIP',
      });
      assert.equal(uploaded.status, 200, uploaded.text);
      assert.deepEqual(await rowsOf(owner, JSON.parse(uploaded.text).id), [{ a: '1', b: '2' }]);
    });

    test('400 for invalid gzip, 415 for other encodings', async () => {
      const { app_id } = await makeApp(server().owner);
      const path = `/api/testsets/${app_id}`;
      const whole = gzipSync('{"name":"x","csvdata":[]}');
      for (const bytes of [Buffer.from('plain'), whole.subarray(0, 20), Buffer.alloc(0)]) {
        expectProblem(await sendGzip(server(), path, bytes), 'bad_request');
      }
      for (const encoding of ['br', 'deflate', 'gzip, gzip']) {
        const headers = { 'content-encoding': encoding };
        expectProblem(await sendGzip(server(), path, whole, headers), 'unsupported_media_type');
      }
    });

    test('400 for a malformed form, 415 for another media type, 422 for no body', async () => {
      const { app_id } = await makeApp(server().owner);
      const send = (path: string, type: string | undefined, body?: string) =>
        sendExact(server(), {
          method: 'POST',
          path,
          headers: { 'content-type': type },
          ...(body && { body }),
        });
      const form = `multipart/form-data; boundary=${BOUNDARY}`;
      const headless = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="a"\r\0\n\r\nx\r\n--${BOUNDARY}--\r\n`;
      for (const body of ['', 'nonsense', formStart('file'), `--${BOUNDARY}\r\n`, headless]) {
        expectProblem(await send('/api/testsets/upload', form, body), 'bad_request');
      }
      const bare = await send('/api/testsets/upload', 'multipart/form-data', 'x');
      expectProblem(bare, 'bad_request');
      for (const type of [
        'application/json',
        'text/csv',
        'application/x-www-form-urlencoded',
        undefined,
      ]) {
        const reply = await send('/api/testsets/upload', type, 'x');
        expectProblem(reply, 'unsupported_media_type');
        assert.equal(reply.headers.get('accept-post'), 'multipart/form-data');
      }
      for (const type of ['application/json', 'text/plain']) {
        expectProblem(await send('/api/testsets/endpoint', type, 'x'), 'unsupported_media_type');
      }
      expectProblem(
        await send(`/api/testsets/${app_id}`, 'text/csv', 'a,b'),
        'unsupported_media_type',
      );
      const none = await send(`/api/testsets/${app_id}`, undefined);
      expectInvalid(none, { loc: ['body'], type: 'missing' });
    });

    test('is stored once for an idempotency key', async () => {
      const { owner } = server();
      const { app_id } = await makeApp(owner);
      const idempotencyKey = randomUUID();
      const send = (content: string, fileName = 'rows.csv') =>
        owner.reply.uploadTestset({
          idempotencyKey,
          body: { app_id, file: new File([content], fileName) },
        });
      const first = await send('a\n1\n');
      const second = await send('a\n1\n');
      assert.equal(first.status, 200);
      assert.deepEqual(second.body, first.body);
      assert.equal(second.headers.get('idempotent-replayed'), 'true');
      for (const other of [await send('a\n2\n'), await send('a\n1\n', 'others.csv')]) {
        expectInvalid(other, {
          loc: ['header', 'idempotency-key'],
          type: 'idempotency_key_reused',
        });
      }
      assert.deepEqual(await namesIn(owner, app_id), ['rows']);
    });

    test('has a refusal replayed for an idempotency key, unless it was too large', async () => {
      const { owner } = server();
      const { app_id } = await makeApp(owner);
      const refused = await uploadKeyed(owner, { app_id, key: 'refused', content: 'a,a\n' });
      const again = await uploadKeyed(owner, { app_id, key: 'refused', content: 'a,a\n' });
      expectProblem(refused, 'invalid_import');
      assert.deepEqual(again.body, refused.body);
      const header = Array.from({ length: 201 }, (_, index) => `c${index}`).join(',');
      const large = `${header}\n1\n`;
      const tooLarge = await uploadKeyed(owner, { app_id, key: 'large', content: large });
      expectProblem(tooLarge, 'payload_too_large');
      const smaller = await uploadKeyed(owner, { app_id, key: 'large', content: 'a\n1\n' });
      assert.equal(smaller.status, 200);
    });

    test('is stored or refused while its app is deleted', async () => {
      const { owner } = server();
      const { app_id } = await makeApp(owner);
      const content = `a\n${'some text\n'.repeat(50_000)}`;
      const uploading = upload(owner, content, { app_id });
      await until('rows are being written', async () => openUploads().length === 1);
      await owner.deleteApp({ parameters: { app_id } });
      const reply = await uploading;
      if (reply.status === 200) {
        const parameters = { testset_id: reply.body.id };
        expectProblem(await owner.reply.fetchTestset({ parameters }), 'testset_not_found');
      } else expectProblem(reply, 'app_not_found');
      assert.doesNotMatch(server().logs(), /"msg":"defect"/);
    });
  });
});

/** Counted before any of it is stored. */
onOneEngine((server) => {
  describe('a body beyond the limit', () => {
    test('413 when it grows too large, and the answer still arrives', async () => {
      const { app_id } = await makeApp(server().owner);
      const bodies: [path: string, type: string, start: string][] = [
        [`/api/testsets/${app_id}`, 'application/json', '{"name":"x","csvdata":[{"a":"'],
        ['/api/testsets/upload', `multipart/form-data; boundary=${BOUNDARY}`, formStart('file')],
        ['/api/testsets/upload', `multipart/form-data; boundary=${BOUNDARY}`, formStart('other')],
      ];
      for (const [path, type, start] of bodies) {
        const request = openSlowRequest(server(), {
          method: 'POST',
          path,
          headers: { 'content-type': type, 'transfer-encoding': 'chunked' },
        });
        const part = 'x'.repeat(MEBIBYTE);
        await request.send(chunk(start));
        for (let sent = 0; sent <= LIMIT; sent += MEBIBYTE) await request.send(chunk(part));
        const { status, body } = await request.answer;
        assert.deepEqual([status, body['limit']], [413, LIMIT], path);
      }
      assert.deepEqual(await namesIn(server().owner, app_id), []);
      assert.deepEqual(openUploads(), []);
    });

    test('413 for a compressed body that expands far beyond its size', async () => {
      const { app_id } = await makeApp(server().owner);
      const bombs = [
        gzipSync(`{"name":"x","csvdata":[{"a":"${'0'.repeat(20 * MEBIBYTE)}"}]}`),
        // Expands to less than ten times its size, but to more than 200 MiB, before it ends.
        Buffer.concat([
          gzipSync('').subarray(0, GZIP_HEAD),
          ...Array(210).fill(compressedMebibyte()),
        ]),
      ];
      for (const bomb of bombs) {
        assert.ok(bomb.length < LIMIT);
        const reply = await sendGzip(server(), `/api/testsets/${app_id}`, bomb);
        const { limit, limit_kind } = expectProblem(reply, 'payload_too_large');
        assert.deepEqual([limit, limit_kind], [200 * MEBIBYTE, 'bytes']);
      }
      assert.deepEqual(await namesIn(server().owner, app_id), []);
    });
  });
});

function formStart(name: string): string {
  return `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"; filename="rows.csv"\r\n\r\n`;
}

function chunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}

/** An eighth of it is noise, so it compresses to about that; another block can follow. */
function compressedMebibyte(): Buffer {
  const bytes = Buffer.concat([randomBytes(MEBIBYTE / 8), Buffer.alloc((MEBIBYTE / 8) * 7)]);
  return deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH });
}

function sendGzip(
  server: TestServer,
  path: string,
  body: Uint8Array,
  headers: Record<string, string> = {},
): Promise<ExactReply> {
  return sendExact(server, {
    method: 'POST',
    path,
    body,
    headers: { 'content-encoding': 'gzip', ...headers },
  });
}

function uploadKeyed(
  client: Client,
  { app_id, key, content }: { app_id: string; key: string; content: string },
) {
  const body = { app_id, file: new File([content], 'rows.csv') };
  return client.reply.uploadTestset({
    idempotencyKey: `${app_id} ${key}`.replaceAll(' ', '-'),
    body,
  });
}

/** Files in which this process now keeps bodies, with or without a name. */
function openUploads(): string[] {
  const named = readdirSync(tmpdir()).filter((name) => name.startsWith('jurybox-upload-'));
  if (process.platform !== 'linux') return named;
  const open = readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`);
    } catch {
      return [];
    }
  });
  return open.filter((path) => path.includes('jurybox-upload-'));
}

function answeredRequests(server: TestServer): number {
  return server.logs().split('"msg":"answered"').length;
}
