import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { ENDPOINTS } from '../../src/contract/api.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { makeApp, makeVariant } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { sendExact } from '../support/exact-request.ts';
import { expectProblem } from '../support/expect.ts';

const ANYTHING = randomUUID();

/** Paths and what they serve, from the tables of the wire contract. */
const ROUTES: readonly { path: string; methods: string }[] = [
  { path: '/api/health', methods: 'GET HEAD OPTIONS' },
  { path: '/api/livez', methods: 'GET HEAD OPTIONS' },
  { path: '/livez', methods: 'GET HEAD OPTIONS' },
  { path: '/metrics', methods: 'GET HEAD OPTIONS' },
  { path: '/api/apps', methods: 'GET HEAD OPTIONS POST' },
  { path: `/api/apps/${ANYTHING}`, methods: 'DELETE GET HEAD OPTIONS PATCH' },
  { path: '/api/apps/get_variant_by_env', methods: 'DELETE GET HEAD OPTIONS PATCH' },
  { path: `/api/apps/${ANYTHING}/environments`, methods: 'GET HEAD OPTIONS' },
  { path: `/api/apps/${ANYTHING}/revisions/production`, methods: 'GET HEAD OPTIONS' },
  { path: '/api/bases', methods: 'GET HEAD OPTIONS POST' },
  { path: `/api/bases/${ANYTHING}`, methods: 'DELETE GET HEAD OPTIONS PATCH' },
  { path: '/api/variants/from-base', methods: 'DELETE GET HEAD OPTIONS PATCH POST' },
  { path: `/api/variants/${ANYTHING}`, methods: 'DELETE GET HEAD OPTIONS PATCH' },
  { path: `/api/variants/${ANYTHING}/parameters`, methods: 'OPTIONS PUT' },
  { path: `/api/variants/${ANYTHING}/revisions/1`, methods: 'GET HEAD OPTIONS' },
  { path: `/api/variants/${ANYTHING}/revisions/1/restore`, methods: 'OPTIONS POST' },
  { path: '/api/configs', methods: 'GET HEAD OPTIONS POST' },
  { path: `/api/configs/deployment/${ANYTHING}`, methods: 'GET HEAD OPTIONS' },
  { path: `/api/configs/deployment/${ANYTHING}/revert`, methods: 'OPTIONS POST' },
  { path: '/api/environments/deploy', methods: 'OPTIONS POST' },
  { path: '/api/organizations/own', methods: 'GET HEAD OPTIONS PUT' },
  { path: '/api/keys', methods: 'GET HEAD OPTIONS POST' },
  { path: '/api/keys/abcdefgh', methods: 'DELETE OPTIONS' },
];

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'TRACE', 'SEARCH'];

onEachEngine((server) => {
  describe('a route', () => {
    test('answers alike with and without a final slash, on every endpoint', async () => {
      const endpoints: readonly Endpoint[] = ENDPOINTS;
      for (const { method, path, operationId } of endpoints) {
        const concrete = path.replaceAll('{revision_number}', '1').replaceAll(/\{\w+\}/g, ANYTHING);
        // Without a body most are refused, which is enough to see that both forms arrive. A sample
        // app would be created, which takes seconds: a wrong body makes the server refuse it.
        const refused = operationId === 'createSampleApp' ? { body: '[]' } : {};
        const plain = await sendExact(server(), { method, path: `/api${concrete}`, ...refused });
        const slashed = await sendExact(server(), { method, path: `/api${concrete}/`, ...refused });
        assert.equal(slashed.status, plain.status, operationId);
        assert.equal(codeOf(slashed.body), codeOf(plain.body), operationId);
        assert.notEqual(codeOf(plain.body), 'route_not_found', operationId);
        assert.notEqual(plain.status, 405, operationId);
      }
    });

    test('gives the same body with a final slash, also before a query', async () => {
      const app = await makeApp(server().owner);
      const path = `/api/apps/${app.app_id}`;
      const plain = await sendExact(server(), { path });
      const slashed = await sendExact(server(), { path: `${path}/` });
      assert.equal(slashed.text, plain.text);
      const query = `?app_name=${encodeURIComponent(app.app_name)}`;
      const list = await sendExact(server(), { path: `/api/apps/${query}` });
      assert.deepEqual(list.body, [app]);
      const body = JSON.stringify({ app_name: `${app.app_name} 2` });
      const posted = await sendExact(server(), { method: 'POST', path: '/api/apps/', body });
      assert.equal(posted.status, 200);
    });

    test('answers HEAD as GET, without the body', async () => {
      const variant = await makeVariant(server().owner);
      const paths = [
        `/api/variants/${variant.variant_id}`,
        `/api/variants/${variant.variant_id}/revisions/`,
        '/api/health',
        '/metrics',
        '/api/docs',
        `/api/variants/${ANYTHING}`,
        '/api/variants/x/diff?from=x',
      ];
      for (const path of paths) {
        const got = await sendExact(server(), { path });
        const head = await sendExact(server(), { method: 'HEAD', path });
        assert.equal(head.status, got.status, path);
        assert.equal(head.text, '', path);
        for (const name of ['content-type', 'etag', 'cache-control']) {
          assert.equal(head.headers.get(name), got.headers.get(name), `${path} ${name}`);
        }
      }
    });

    test('answers HEAD with 304 and 401 like GET', async () => {
      const { variant_id } = await makeVariant(server().owner);
      const path = `/api/variants/${variant_id}`;
      const { headers } = await sendExact(server(), { path });
      const etag = headers.get('etag') ?? '';
      const known = await sendExact(server(), {
        method: 'HEAD',
        path,
        headers: { 'if-none-match': etag },
      });
      assert.equal(known.status, 304);
      const anonymous = { authorization: undefined };
      const refused = await sendExact(server(), { method: 'HEAD', path, headers: anonymous });
      assert.equal(refused.status, 401);
    });

    test('answers OPTIONS with 204 and its methods, to anyone', async () => {
      for (const { path, methods } of ROUTES) {
        for (const form of [path, `${path}/`, `${path}?x=1`]) {
          const headers = { authorization: undefined };
          const reply = await sendExact(server(), { method: 'OPTIONS', path: form, headers });
          assert.equal(reply.status, 204, form);
          assert.equal(reply.text, '');
          assert.equal(allowOf(reply.headers), methods, form);
        }
      }
    });

    test('405 names exactly the methods of the path, even without a credential', async () => {
      for (const { path, methods } of ROUTES) {
        const others = METHODS.filter((method) => !methods.split(' ').includes(method));
        for (const method of others) {
          const headers = { authorization: undefined };
          const reply = await sendExact(server(), { method, path, headers });
          expectProblem(reply, 'method_not_allowed');
          assert.equal(allowOf(reply.headers), methods, `${method} ${path}`);
        }
      }
    });

    test('prefers fixed words to ids, method by method', async () => {
      const variant = await sendExact(server(), { path: '/api/variants/from-base' });
      expectProblem(variant, 'variant_not_found');
      const app = await sendExact(server(), {
        method: 'PATCH',
        path: '/api/apps/get_variant_by_env',
        body: '{}',
      });
      expectProblem(app, 'app_not_found');
      const byEnvironment = await sendExact(server(), { path: '/api/apps/get_variant_by_env' });
      assert.equal(byEnvironment.status, 422);
    });

    test('404 for unknown paths, whatever the method, without a credential', async () => {
      const paths = ['/api', '/api/', '/api/nothing', '/variants', '/api/apps/a/b/c', '/api//apps'];
      for (const path of paths) {
        for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
          const headers = { authorization: undefined };
          expectProblem(await sendExact(server(), { method, path, headers }), 'route_not_found');
        }
      }
    });

    test('404 or 405 for routes of the original that this product does not have', async () => {
      const gone = [
        'GET /api/containers/templates',
        'POST /api/containers/build_image',
        `POST /api/apps/${ANYTHING}/variant/from-image`,
        'POST /api/apps/app_and_variant_from_template',
        `PUT /api/variants/${ANYTHING}`,
        `PUT /api/variants/${ANYTHING}/image`,
        `GET /api/variants/${ANYTHING}/logs`,
        'GET /api/observability/dashboard',
        'GET /api/evaluations',
        'POST /api/evaluations',
        'GET /api/evaluators',
      ];
      for (const line of gone) {
        const [method = '', path = ''] = line.split(' ');
        const reply = await sendExact(server(), { method, path });
        const isMethod = reply.status === 405;
        expectProblem(reply, isMethod ? 'method_not_allowed' : 'route_not_found');
      }
    });

    test('400 for a path that is not percent-encoded text', async () => {
      for (const path of ['/api/apps/%', '/api/apps/%zz', '/api/apps/%ff']) {
        expectProblem(await sendExact(server(), { path }), 'bad_request');
      }
    });
  });
});

function allowOf(headers: Headers): string {
  return (headers.get('allow') ?? '')
    .split(/\s*,\s*/)
    .sort()
    .join(' ');
}

function codeOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
}
