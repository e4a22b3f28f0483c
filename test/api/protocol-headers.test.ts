import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeApp, makeBase, makeVariant, unique } from '../support/builders.ts';
import { deploy } from '../support/deployments.ts';
import { onEachEngine } from '../support/engines.ts';
import { type ExactRequest, sendExact } from '../support/exact-request.ts';

const API_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

onEachEngine((server) => {
  describe('every answer', () => {
    /** One request for each kind of answer, with the status it must have. */
    async function everyKind(): Promise<readonly (ExactRequest & { status: number })[]> {
      const { owner } = server();
      const { app_id, app_name } = await makeApp(owner);
      const { variant, base_id } = await makeBase(owner, { app_id });
      await owner.deleteVariant({ parameters: variant });
      const { headers } = await owner.reply.fetchApp({ parameters: { app_id } });
      const app = `/api/apps/${app_id}`;
      const post = { method: 'POST', path: '/api/apps' };
      return [
        { path: '/api/health', status: 200 },
        { path: '/api/apps', status: 200 },
        { path: app, status: 200 },
        { method: 'HEAD', path: app, status: 200 },
        { ...post, body: JSON.stringify({ app_name: unique('app') }), status: 200 },
        {
          method: 'POST',
          path: '/api/bases',
          body: JSON.stringify({ app_id, base_name: unique('base') }),
          status: 201,
        },
        { method: 'OPTIONS', path: '/api/apps', status: 204 },
        { method: 'DELETE', path: `/api/bases/${base_id}`, status: 204 },
        { path: app, headers: { 'if-none-match': headers.get('etag') ?? '' }, status: 304 },
        { path: '/api/apps?cursor=x', status: 400 },
        { path: '/api/apps/%zz', status: 400 },
        { path: '/api/apps', headers: { authorization: undefined }, status: 401 },
        { path: '/api/apps/x', status: 404 },
        { path: '/nothing', status: 404 },
        { method: 'PUT', path: '/api/apps', status: 405 },
        { ...post, body: JSON.stringify({ app_name }), status: 409 },
        { method: 'DELETE', path: app, headers: { 'if-match': '"x"' }, status: 412 },
        { ...post, body: ' '.repeat(1024 * 1024 + 1), status: 413 },
        { path: `/api/apps?x=${'x'.repeat(8192)}`, status: 414 },
        { ...post, body: 'x', headers: { 'content-type': 'text/plain' }, status: 415 },
        { path: '/api/apps', headers: { host: 'rebound.example' }, status: 421 },
        { ...post, body: '{', status: 422 },
        { path: '/api/health', headers: { 'x-long': 'x'.repeat(17 * 1024) }, status: 431 },
      ];
    }

    test('has the fixed headers, whatever its status', async () => {
      const ids = new Set<string>();
      const requests = await everyKind();
      for (const { status, ...request } of requests) {
        const { headers, ...reply } = await sendExact(server(), request);
        const label = `${request.method ?? 'GET'} ${request.path.slice(0, 40)} ${status}`;
        assert.equal(reply.status, status, label);
        assert.equal(headers.get('x-content-type-options'), 'nosniff', label);
        assert.equal(headers.get('content-security-policy'), API_POLICY, label);
        assert.equal(headers.get('referrer-policy'), 'no-referrer', label);
        assert.equal(headers.get('vary'), 'Authorization, Cookie', label);
        const caching = headers.has('etag') ? 'private, no-cache' : 'no-store';
        assert.equal(headers.get('cache-control'), caching, label);
        for (const leak of ['server', 'x-powered-by', 'access-control-allow-origin']) {
          assert.equal(headers.get(leak), null, label);
        }
        ids.add(headers.get('x-request-id') ?? '');
      }
      assert.ok(!ids.has(''));
      assert.equal(ids.size, requests.length);
    });

    test('is compact JSON of the documented type', async () => {
      for (const request of await everyKind()) {
        const { headers, text, status } = await sendExact(server(), request);
        if (status === 204 || status === 304) {
          assert.equal(text, '');
          assert.equal(headers.get('content-type'), null);
          continue;
        }
        const isProblem = status >= 400 && status !== 422;
        const type = isProblem ? 'application/problem+json' : 'application/json';
        assert.equal(headers.get('content-type'), type);
        if (text !== '') assert.equal(text, JSON.stringify(JSON.parse(text)));
      }
    });

    test('grants nothing to pages of other origins', async () => {
      const headers = {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'POST',
      };
      for (const method of ['GET', 'OPTIONS']) {
        const reply = await sendExact(server(), { method, path: '/api/apps', headers });
        for (const name of reply.headers.keys()) assert.doesNotMatch(name, /^access-control-/);
      }
    });

    test('ignores the request id of a client', async () => {
      const reply = await sendExact(server(), {
        path: '/api/health',
        headers: { 'x-request-id': 'mine' },
      });
      assert.notEqual(reply.headers.get('x-request-id'), 'mine');
    });
  });

  describe('If-None-Match', () => {
    test('gives 304 for every single object whose ETag matches, else the object', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner);
      const deployment = await deploy(owner, variant);
      const { variant_id, base_id, app_id, organization_id } = variant;
      const paths = [
        `/api/apps/${app_id}`,
        `/api/bases/${base_id}`,
        `/api/variants/${variant_id}`,
        `/api/variants/${variant_id}/revisions/1`,
        `/api/configs?base_id=${base_id}&config_name=default`,
        `/api/configs?base_id=${base_id}&environment_name=production`,
        `/api/configs/deployment/${deployment}`,
        `/api/organizations/${organization_id}`,
      ];
      for (const path of paths) {
        const first = await sendExact(server(), { path });
        assert.equal(first.status, 200, path);
        const etag = first.headers.get('etag') ?? '';
        assert.match(etag, /^"[\x21\x23-\x7e]+"$/, path);
        for (const value of [etag, `W/${etag}`, `"a" , ${etag}`, '*']) {
          const known = await sendExact(server(), { path, headers: { 'if-none-match': value } });
          assert.equal(known.status, 304, `${path} ${value}`);
          assert.equal(known.text, '');
          assert.equal(known.headers.get('etag'), etag);
        }
        for (const value of ['"other"', etag.slice(1, -1), '']) {
          const other = await sendExact(server(), { path, headers: { 'if-none-match': value } });
          assert.equal(other.status, 200, `${path} ${value}`);
          assert.equal(other.text, first.text);
        }
      }
    });

    test('does not hide a missing object or a missing permission', async () => {
      const headers = { 'if-none-match': '*' };
      const unknown = await sendExact(server(), { path: '/api/apps/x', headers });
      assert.equal(unknown.status, 404);
      const anonymous = { ...headers, authorization: undefined };
      const { app_id } = await makeApp(server().owner);
      const refused = await sendExact(server(), {
        path: `/api/apps/${app_id}`,
        headers: anonymous,
      });
      assert.equal(refused.status, 401);
    });
  });
});
