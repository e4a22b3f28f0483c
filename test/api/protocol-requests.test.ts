import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  makeApp,
  makeBase,
  makeForeigner,
  makeMember,
  makeVariant,
  unique,
} from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { sendBytes, sendExact } from '../support/exact-request.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { OWNER_KEY } from '../support/reachable.ts';
import { unknownIds } from '../support/unknown-ids.ts';

const MEBIBYTE = 1024 * 1024;

onEachEngine((server) => {
  const post = (headers: Record<string, string | undefined>, body: string | Uint8Array) =>
    sendExact(server(), { method: 'POST', path: '/api/apps', headers, body });
  const newApp = () => JSON.stringify({ app_name: unique('app') });

  describe('the media type of a body', () => {
    test('may be any JSON type in UTF-8, or left out with a key', async () => {
      const accepted = [
        'application/json',
        'APPLICATION/JSON',
        'application/json; charset=utf-8',
        'application/json;charset="UTF-8"',
        'application/json; version=1',
        'application/merge-patch+json',
        'application/vnd.example.v1+json',
        undefined,
      ];
      for (const type of accepted) {
        assert.equal((await post({ 'content-type': type }, newApp())).status, 200, String(type));
      }
    });

    test('415 for anything else, with the accepted type', async () => {
      const refused = [
        'text/plain',
        'text/json',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/json; charset=latin1',
        'application/json; charset=utf-16',
        'application/jsonp',
        'application/octet-stream',
      ];
      for (const type of refused) {
        const reply = await post({ 'content-type': type }, newApp());
        expectProblem(reply, 'unsupported_media_type');
        assert.equal(reply.headers.get('accept-post'), 'application/json');
      }
      const { app_id } = await makeApp(server().owner);
      const patch = await sendExact(server(), {
        method: 'PATCH',
        path: `/api/apps/${app_id}`,
        headers: { 'content-type': 'text/plain' },
        body: '{}',
      });
      expectProblem(patch, 'unsupported_media_type');
      assert.equal(patch.headers.get('accept-patch'), 'application/json');
    });

    test('415 for a compressed body, and for a malformed type', async () => {
      expectProblem(await post({ 'content-type': 'json' }, newApp()), 'unsupported_media_type');
      const reply = await post({ 'content-encoding': 'gzip' }, newApp());
      expectProblem(reply, 'unsupported_media_type');
    });

    test('415 if it is left out with a session', async () => {
      const { cookie } = await makeForeigner(server());
      const headers = { authorization: undefined, cookie, 'sec-fetch-site': 'same-origin' };
      const untyped = await post({ ...headers, 'content-type': undefined }, newApp());
      expectProblem(untyped, 'unsupported_media_type');
      assert.equal((await post(headers, newApp())).status, 200);
    });

    test('in Accept is never a reason to refuse', async () => {
      const headers = { accept: 'text/html, image/*;q=0.1' };
      const reply = await sendExact(server(), { path: '/api/apps', headers });
      assert.equal(reply.status, 200);
      assert.equal(reply.headers.get('content-type'), 'application/json');
    });
  });

  describe('a credential', () => {
    test('is the key itself, or the key after ApiKey or Bearer in any case', async () => {
      const forms = ['', 'ApiKey ', 'apikey ', 'APIKEY ', 'Bearer ', 'bearer ', 'bEaReR   '];
      for (const form of forms) {
        const headers = { authorization: `${form}${OWNER_KEY}` };
        const reply = await sendExact(server(), { path: '/api/profile', headers });
        assert.equal(reply.status, 200, form);
      }
    });

    test('401 names the scheme when it is missing, unknown or unreadable', async () => {
      const wrong = `${OWNER_KEY.slice(0, -1)}0`;
      const forms = [undefined, '', 'Bearer', `Basic ${OWNER_KEY}`, wrong, `Bearer ${wrong}`, 'x'];
      for (const authorization of forms) {
        const headers = { authorization };
        const reply = await sendExact(server(), { path: '/api/profile', headers });
        expectProblem(reply, 'unauthenticated');
        assert.equal(reply.headers.get('www-authenticate'), 'ApiKey realm="jurybox"');
      }
    });

    test('400 when a key and a session are both sent', async () => {
      const { cookie, key } = await makeMember(server(), ['viewer']);
      const headers = { authorization: key, cookie };
      const reply = await sendExact(server(), { path: '/api/profile', headers });
      expectProblem(reply, 'bad_request');
      const unrelated = { authorization: key, cookie: 'theme=dark' };
      const fine = await sendExact(server(), { path: '/api/profile', headers: unrelated });
      assert.equal(fine.status, 200);
    });
  });

  describe('the Host header', () => {
    test('421 for an unknown name, before all other checks', async () => {
      const requests = [
        { path: '/api/health' },
        { path: '/api/nothing' },
        { method: 'PUT', path: '/api/apps' },
        { path: '/api/profile', headers: { authorization: undefined } },
        { path: `/api/apps?app_name=${'x'.repeat(8192)}` },
        { method: 'POST', path: '/api/apps', body: 'x'.repeat(MEBIBYTE + 1) },
      ];
      for (const request of requests) {
        const headers = { ...request.headers, host: 'rebound.example' };
        const reply = await sendExact(server(), { ...request, headers });
        expectProblem(reply, 'misdirected_host');
      }
    });

    test('may be any name of this machine', async () => {
      for (const host of ['localhost', 'LOCALHOST:9', '127.0.0.1', '127.0.0.1:80', '[::1]:80']) {
        const reply = await sendExact(server(), { path: '/api/health', headers: { host } });
        assert.equal(reply.status, 200, host);
      }
    });

    test('421 for a name of this machine with an impossible port', async () => {
      const headers = { host: 'localhost:99999' };
      const reply = await sendExact(server(), { path: '/api/health', headers });
      expectProblem(reply, 'misdirected_host');
    });

    test('400 when it is missing', async () => {
      const reply = await sendBytes(
        server(),
        'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n',
      );
      expectProblem(reply, 'bad_request');
    });
  });

  describe('the size of a request', () => {
    test('414 for an address over 8 KiB', async () => {
      const path = '/api/apps?app_name=';
      const longest = `${path}${'x'.repeat(8192 - path.length)}`;
      assert.equal((await sendExact(server(), { path: longest })).status, 200);
      expectProblem(await sendExact(server(), { path: `${longest}x` }), 'uri_too_long');
      const headers = { authorization: undefined };
      const anonymous = await sendExact(server(), { path: `${longest}x`, headers });
      expectProblem(anonymous, 'uri_too_long');
    });

    test('431 for headers over 16 KiB', async () => {
      const headers = { 'x-long': 'x'.repeat(17 * 1024) };
      const reply = await sendExact(server(), { path: '/api/health', headers });
      expectProblem(reply, 'headers_too_large');
    });

    test('400 for bytes that are not HTTP', async () => {
      expectProblem(await sendBytes(server(), 'HELLO\r\n\r\n'), 'bad_request');
    });

    test('413 for a body over 1 MiB, even without a credential', async () => {
      const fits = newApp().padEnd(MEBIBYTE);
      assert.equal((await post({}, fits)).status, 200);
      for (const headers of [{}, { authorization: undefined }, { 'content-type': 'text/plain' }]) {
        const problem = expectProblem(await post(headers, `${fits} `), 'payload_too_large');
        assert.deepEqual([problem['limit'], problem['limit_kind']], [MEBIBYTE, 'bytes']);
      }
    });

    test('413 for parameters over 1 MiB, besides 64 KiB for the rest of the body', async () => {
      const { owner } = server();
      const { variant, base_id } = await makeBase(owner);
      const path = `/api/variants/${variant.variant_id}/parameters`;
      const put = (body: string) => sendExact(server(), { method: 'PUT', path, body });
      const parameters = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;
      const largest = `{"parameters":${parameters(MEBIBYTE)}}`;
      assert.equal((await put(largest)).status, 200);
      assert.equal((await put(largest.padEnd(MEBIBYTE + 64 * 1024))).status, 200);

      const over = `{"parameters":${parameters(MEBIBYTE + 1)}}`;
      const problem = expectProblem(await put(over), 'payload_too_large');
      assert.deepEqual([problem['limit'], problem['limit_kind']], [MEBIBYTE, 'bytes']);
      const body = largest.padEnd(MEBIBYTE + 64 * 1024 + 1);
      const whole = expectProblem(await put(body), 'payload_too_large');
      assert.equal(whole['limit'], MEBIBYTE + 64 * 1024);
      assert.equal((await owner.fetchVariant({ parameters: variant })).revision, 2);

      const big = JSON.parse(parameters(MEBIBYTE + 1));
      const replies = [
        await owner.reply.saveConfig({
          body: { base_id, config_name: 'c', parameters: big, overwrite: true },
        }),
        await owner.reply.addVariantFromBase({
          body: { base_id, new_variant_name: 'v', new_config_name: 'c', parameters: big },
        }),
        await owner.reply.createBase({
          body: { app_id: variant.app_id, base_name: 'b', parameters: big },
        }),
      ];
      for (const reply of replies) expectProblem(reply, 'payload_too_large');
    });
  });

  describe('an id', () => {
    test('may be written in upper case and without dashes', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner);
      const { variant_id, base_id } = variant;
      const bare = variant_id.replaceAll('-', '');
      for (const form of [variant_id.toUpperCase(), bare, bare.toUpperCase()]) {
        const fetched = await owner.fetchVariant({ parameters: { variant_id: form } });
        assert.deepEqual(fetched, variant);
        await owner.deployVariant({ body: { environment_name: 'staging', variant_id: form } });
      }
      const query = {
        base_id: base_id.toUpperCase().replaceAll('-', ''),
        config_name: variant.config_name,
      };
      assert.equal((await owner.reply.fetchConfig({ query })).status, 200);
    });

    test('that is malformed is unknown, and 422 only if it is not a string', async () => {
      const malformed = unknownIds().slice(1);
      for (const id of [...malformed, '%00', 'a%2Fb', '%F0%9F%98%80', "'%20OR%201=1", '..%2F..']) {
        const path = `/api/variants/${id.replace('{', '%7B').replace('}', '%7D')}`;
        expectProblem(await sendExact(server(), { path }), 'variant_not_found');
      }
      const body = '{"environment_name":"production","variant_id":null}';
      const path = '/api/environments/deploy';
      const reply = await sendExact(server(), { method: 'POST', path, body });
      expectInvalid(reply, {
        loc: ['body', 'variant_id'],
        type: 'string_type',
        msg: 'Input should be a valid string',
      });
    });
  });

  describe('the order of checks', () => {
    test('is 401, 415, 422, idempotency key, 404, 403, 412, 409', async () => {
      const { owner } = server();
      const taken = await makeApp(owner);
      const { app_id } = await makeApp(owner);
      const viewer = await makeMember(server(), ['viewer']);
      const send = (headers: Record<string, string | undefined>, body: string, id = app_id) =>
        sendExact(server(), {
          method: 'PATCH',
          path: `/api/apps/${id}`,
          headers: { 'if-match': '"other"', ...headers },
          body,
        });
      const good = JSON.stringify({ app_name: taken.app_name });
      const text = { 'content-type': 'text/plain' };
      const badKey = { 'idempotency-key': 'not visible' };
      const key = { authorization: viewer.key };
      const [unknown = ''] = unknownIds();

      const anonymous = { ...text, ...badKey, authorization: undefined };
      expectProblem(await send(anonymous, '{', unknown), 'unauthenticated');
      expectProblem(
        await send({ ...key, ...text, ...badKey }, '{', unknown),
        'unsupported_media_type',
      );
      assert.equal((await send({ ...key, ...badKey }, '{', unknown)).status, 422);
      expectProblem(await send({ ...key, ...badKey }, good, unknown), 'idempotency_key_invalid');
      expectProblem(await send(key, good, unknown), 'app_not_found');
      expectProblem(await send(key, good), 'forbidden');
      expectProblem(await send({}, good), 'revision_conflict');
      expectProblem(await send({ 'if-match': undefined }, good), 'app_name_taken');
    });
  });
});
