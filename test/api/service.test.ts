import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ENDPOINTS } from '../../src/contract/api.ts';
import { ownStatusesOf } from '../../src/contract/openapi-responses.ts';
import { PROBLEMS } from '../../src/contract/problems.ts';
import { makeApp, makeForeigner, makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { sendExact } from '../support/exact-request.ts';
import { expectProblem } from '../support/expect.ts';
import { startTestServer } from '../support/running-server.ts';

const ANONYMOUS = { authorization: undefined };

onEachEngine((server, engine) => {
  describe('checkHealth', () => {
    test('200 for anyone, below /api only', async () => {
      const reply = await sendExact(server(), { path: '/api/health', headers: ANONYMOUS });
      assert.deepEqual([reply.status, reply.text], [200, '{"status":"ok"}']);
      const atRoot = await sendExact(server(), { path: '/health', headers: ANONYMOUS });
      expectProblem(atRoot, 'route_not_found');
    });

    test('200 even with a wrong credential', async () => {
      const reply = await server().client('wrong').reply.checkHealth();
      assert.equal(reply.status, 200);
    });
  });

  describe('checkLiveness', () => {
    test('200 for anyone, below /api and at the root', async () => {
      for (const path of ['/api/livez', '/livez']) {
        const reply = await sendExact(server(), { path, headers: ANONYMOUS });
        assert.deepEqual([reply.status, reply.text], [200, '{"status":"ok"}']);
      }
    });
  });

  describe('checkReadiness', () => {
    test('200 for anyone lists which checks passed, and nothing else', async () => {
      for (const path of ['/api/readyz', '/readyz']) {
        const reply = await sendExact(server(), { path, headers: ANONYMOUS });
        assert.equal(reply.status, 200);
        assert.deepEqual(reply.body, {
          status: 'ready',
          checks: { database: 'ok', migrations: 'ok', disk: 'ok', draining: 'ok' },
          durability: 'full',
        });
      }
    });

    // The service does not watch the disk of a database server.
    if (engine === 'sqlite') {
      test('503 as plain JSON while the disk is almost full: only writes are refused', async () => {
        const environment = { DISK_FREE_MIN: String(Number.MAX_SAFE_INTEGER) };
        const full = await startTestServer({ engine, environment });
        try {
          const { status, headers, body } = await full.owner.reply.checkReadiness();
          assert.equal(status, 503);
          assert.equal(headers.get('content-type'), 'application/json');
          assert.deepEqual(body, {
            status: 'not_ready',
            checks: { database: 'ok', migrations: 'ok', disk: 'failed', draining: 'ok' },
            durability: 'full',
          });
          assert.deepEqual(await full.owner.listApps(), []);
          expectProblem(await full.owner.reply.createApp({ body: { app_name: 'a' } }), 'read_only');
          assert.deepEqual(await full.owner.listApps(), []);
        } finally {
          await full.stop();
        }
      });
    }
  });

  describe('readMetrics', () => {
    test('200 as Prometheus text, below /api and at the root', async () => {
      await server().owner.checkHealth();
      for (const path of ['/api/metrics', '/metrics']) {
        const { status, headers, text } = await sendExact(server(), { path });
        assert.equal(status, 200);
        assert.match(headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
        assert.match(
          text,
          /^jurybox_http_requests_total\{operation="checkHealth",status="200"\} \d+$/m,
        );
      }
    });

    test('gives processor time and memory of the process in lines that Prometheus reads', async () => {
      const names = [
        'process_cpu_seconds_total',
        'process_start_time_seconds',
        'process_resident_memory_bytes',
        'nodejs_heap_size_used_bytes',
      ];
      const text = await server().owner.readMetrics();
      for (const name of names) {
        const value = Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
        assert.ok(value > 0, name);
      }
      for (const line of text.trimEnd().split('\n')) {
        assert.match(line, /^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]*\})? [\d.e+-]+)$/);
      }
    });

    test('contains no ids or names of stored objects', async () => {
      const { owner } = server();
      const app = await makeApp(owner);
      await owner.fetchApp({ parameters: app });
      const text = await owner.readMetrics();
      const { id: organizationId, name } = await owner.fetchOwnOrganization();
      const profile = await owner.fetchProfile();
      for (const secret of [app.app_id, app.app_name, organizationId, profile.id, profile.email]) {
        assert.ok(!text.includes(secret));
      }
      assert.ok(!text.includes(`"${name}"`));
    });

    test('401 without a credential, 403 for all but the owner of the installation', async () => {
      expectProblem(await server().client().reply.readMetrics(), 'unauthenticated');
      const editor = await makeMember(server(), ['editor']);
      const refused = expectProblem(await editor.client.reply.readMetrics(), 'forbidden');
      assert.equal(refused['permission'], 'read_system');
      const admin = await makeMember(server(), ['workspace_admin']);
      expectProblem(await admin.client.reply.readMetrics(), 'forbidden');
      const foreigner = await makeForeigner(server());
      expectProblem(await foreigner.client.reply.readMetrics(), 'forbidden');
    });
  });

  describe('readMetrics with METRICS_TOKEN', () => {
    test('200 with the token, which opens nothing else', async (t) => {
      const token = 'm'.repeat(40);
      const environment = { METRICS_TOKEN: token };
      const watched = await startTestServer({ engine: 'sqlite', environment });
      t.after(() => watched.stop());
      const scraper = watched.client(token);
      assert.match(await scraper.readMetrics(), /jurybox_http_requests_total/);
      expectProblem(await scraper.reply.fetchProfile(), 'unauthenticated');
      expectProblem(await scraper.reply.listApps(), 'unauthenticated');
      const wrong = watched.client('n'.repeat(40));
      expectProblem(await wrong.reply.readMetrics(), 'unauthenticated');
    });
  });

  describe('readOpenApi', () => {
    test('200 for anyone describes every operation with every status', async () => {
      const reply = await sendExact(server(), { path: '/openapi.json', headers: ANONYMOUS });
      assert.equal(reply.status, 200);
      const { openapi, paths } = await readDocument();
      assert.equal(openapi, '3.1.0');
      const operations = Object.values(paths).flatMap((item) => Object.values(item));
      for (const endpoint of ENDPOINTS) {
        const id = endpoint.operationId;
        const operation = operations.find(({ operationId }) => operationId === id);
        const statuses = ownStatusesOf(endpoint).map(String);
        assert.deepEqual(Object.keys(operation?.responses ?? {}), [...statuses, 'default'], id);
      }
    });

    test('304 for the current ETag of each encoding', async () => {
      await expectForms('/api/openapi.json');
    });

    interface OpenApi {
      readonly openapi: string;
      readonly paths: Record<
        string,
        Record<string, { operationId: string; responses: Record<string, unknown> }>
      >;
    }

    async function readDocument(): Promise<OpenApi> {
      const document: unknown = await server().client().readOpenApi();
      return document as OpenApi; // The test checks what it uses.
    }
  });

  describe('readDocs', () => {
    test('200 for anyone is a self-contained page that explains every problem', async () => {
      const path = '/api/docs';
      const { status, headers, text } = await sendExact(server(), { path, headers: ANONYMOUS });
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
      for (const code of Object.keys(PROBLEMS)) assert.ok(text.includes(code), code);
      for (const { operationId, path: route } of ENDPOINTS) {
        assert.ok(text.includes(route), operationId);
      }
      assert.doesNotMatch(text, /<script|src=|https?:\/\//i);
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'none'/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /unsafe|\*/);
    });

    test('304 for the current ETag of each encoding', async () => {
      await expectForms('/api/docs');
    });
  });

  /** Checks that it is compressed as the client accepts, and 304 for its current ETag. */
  async function expectForms(path: string): Promise<void> {
    const etags = new Set<string>();
    const texts = new Set<string>();
    for (const encoding of ['identity', 'gzip', 'br']) {
      const ask = (headers: Record<string, string> = {}) =>
        fetch(`${server().url}${path}`, { headers: { 'accept-encoding': encoding, ...headers } });
      const answer = await ask();
      texts.add(await answer.text());
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('content-encoding') ?? 'identity', encoding);
      assert.match(answer.headers.get('vary') ?? '', /Accept-Encoding/);
      const size = Number(answer.headers.get('content-length'));
      assert.ok(encoding === 'identity' || size < 80_000, `${size} bytes`);
      const etag = answer.headers.get('etag') ?? '';
      etags.add(etag);
      const again = await ask({ 'if-none-match': etag });
      assert.deepEqual([again.status, await again.text()], [304, '']);
      assert.equal(again.headers.get('etag'), etag);
      const other = await ask({ 'if-none-match': '"other"' });
      assert.equal(other.status, 200);
      await other.arrayBuffer();
    }
    assert.equal(etags.size, 3);
    assert.equal(texts.size, 1);
  }
});
