import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { hostileUrls } from '../security/address-spellings.ts';
import { makeApp, makeForeigner, makeMember, unique } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { sendExact } from '../support/exact-request.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { wrong } from '../support/requests.ts';
import {
  type Answerer,
  answerJson,
  answerWithoutEnd,
  redirectTo,
  startTarget,
} from '../support/target-server.ts';
import { importedRows, makeTestset, namesIn } from '../support/testsets.ts';
import { unknownIds } from '../support/unknown-ids.ts';

const ROWS = [{ a: 1, b: 'ü' }, { c: null }];

/** The answers of the target, by path; the server may call only its port. */
const ANSWERS: Readonly<Record<string, Answerer>> = {
  '/rows': answerJson(ROWS),
  '/none': answerJson([]),
  '/packed': (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end(gzipSync(JSON.stringify(ROWS)));
  },
  '/moved': redirectTo('/rows', 308),
  '/created': answerJson(ROWS, 201),
  '/missing': answerJson(ROWS, 404),
  '/broken': answerJson(ROWS, 500),
  '/around': redirectTo('/around'),
  '/inside': redirectTo('http://169.254.169.254/latest/meta-data/'),
  '/cut': (_request, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('[{"a":1},', () => response.destroy());
  },
  '/endless': answerWithoutEnd,
  '/brotli': (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'br' });
    response.end('x');
  },
  '/no-gzip': (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end('x');
  },
  '/bomb': (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end(gzipSync(`[${' '.repeat(20 * 1024 * 1024)}]`));
  },
  '/object': answerJson({ rows: ROWS }),
  '/text': (_request, response) => response.end('[{"a":1},\n{"b":oops}]'),
  '/bytes': (_request, response) => response.end(Buffer.from([0x5b, 0xff, 0x5d])),
};

const target = await startTarget((request, response) => {
  (ANSWERS[request.url ?? ''] ?? answerJson([], 404))(request, response);
});
const trap = await startTarget(answerJson([{ secret: 'inside' }]));
after(() => Promise.all([target.close(), trap.close()]));

const environment = { OUTBOUND_ALLOW: `127.0.0.1:${target.port}` };

onEachEngine(
  (server) => {
    describe('importTestset', () => {
      const importFrom = (endpoint: string, app_id: string, testset_name = unique('import')) =>
        server().owner.reply.importTestset({ body: { endpoint, testset_name, app_id } });

      test('200 creates a test set from the answer of the address', async () => {
        const { owner } = server();
        const { app_id } = await makeApp(owner);
        for (const path of ['/rows', '/packed', '/moved']) {
          const reply = await importFrom(`${target.url}${path}`, app_id, `  rows of ${path}`);
          assert.deepEqual(await importedRows(owner, reply), ROWS);
          assert.deepEqual(
            [reply.body.name, reply.body.row_count, reply.body.revision, reply.body._id],
            [`rows of ${path}`, 2, 1, reply.body.id],
          );
        }
        assert.equal((await importFrom(`${target.url}/none`, app_id)).body.row_count, 0);
      });

      test('200 also takes a URL-encoded form', async () => {
        const { app_id } = await makeApp(server().owner);
        const fields = { endpoint: `${target.url}/rows`, testset_name: 'a b+c&d', app_id };
        const reply = await sendExact(server(), {
          method: 'POST',
          path: '/api/testsets/endpoint',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams(fields).toString(),
        });
        assert.equal(reply.status, 200, reply.text);
        assert.equal(JSON.parse(reply.text).name, 'a b+c&d');
      });

      test('400 with the same detail, whatever made the call fail', async () => {
        const { owner } = server();
        const { app_id } = await makeApp(owner);
        const closed = await startTarget(answerJson(ROWS));
        await closed.close();
        const paths = [
          '/created',
          '/missing',
          '/broken',
          '/around',
          '/inside',
          '/cut',
          '/endless',
          '/brotli',
          '/no-gzip',
          '/bomb',
        ];
        const urls = [
          ...paths.map((path) => `${target.url}${path}`),
          trap.url,
          closed.url,
          'https://no-such-host.invalid/',
        ];
        const details = new Set<string>();
        for (const url of urls) {
          const problem = expectProblem(await importFrom(url, app_id), 'import_failed');
          details.add(JSON.stringify({ ...problem, request_id: '' }));
        }
        assert.equal(details.size, 1, [...details].join('\n'));
        assert.deepEqual(await namesIn(owner, app_id), []);
        assert.equal(trap.connections(), 0);
      });

      test('400 or 422 for every spelling of an internal address, without calling it', async () => {
        const { app_id } = await makeApp(server().owner);
        const urls = hostileUrls(trap.port).filter((_, index) => index % 5 === 0);
        for (const url of urls) {
          const { status, body } = await importFrom(url, app_id);
          if (status === 422) continue;
          assert.equal(status, 400, url);
          assert.equal(wrong(body)['code'], 'import_failed', url);
        }
        assert.equal(trap.connections(), 0);
      });

      test('400 for an answer that is not a JSON array of objects, with the line', async () => {
        const { app_id } = await makeApp(server().owner);
        for (const [path, line] of Object.entries({ '/object': 1, '/text': 2, '/bytes': 1 })) {
          const reply = await importFrom(`${target.url}${path}`, app_id);
          assert.equal(expectProblem(reply, 'invalid_import')['line'], line, path);
        }
        assert.deepEqual(await namesIn(server().owner, app_id), []);
      });

      test('409 for a name that is taken', async () => {
        const { app_id, testset_id, name } = await makeTestset(server().owner);
        const reply = await importFrom(`${target.url}/rows`, app_id, name);
        assert.equal(expectProblem(reply, 'testset_name_taken')['existing_id'], testset_id);
      });

      test('404 for an app that the caller cannot see, without calling the address', async () => {
        const foreign = await makeApp((await makeForeigner(server())).client);
        const before = target.connections();
        for (const app_id of [...unknownIds(), foreign.app_id]) {
          const reply = await importFrom(`${target.url}/rows`, app_id);
          assert.equal(expectProblem(reply, 'app_not_found')['field'], 'app_id');
        }
        assert.equal(target.connections(), before);
      });

      test('403 for roles that may only read, without calling the address', async () => {
        const { client } = await makeMember(server(), ['viewer']);
        const { app_id } = await makeApp(server().owner);
        const before = target.connections();
        const body = { endpoint: `${target.url}/rows`, testset_name: 'x', app_id };
        const reply = await client.reply.importTestset({ body });
        assert.equal(expectProblem(reply, 'forbidden')['permission'], 'create_testset');
        assert.equal(target.connections(), before);
      });

      test('422 reports every faulty field', async () => {
        const { owner } = server();
        expectInvalid(
          await owner.reply.importTestset({ body: wrong({ other: 1 }) }),
          { loc: ['body', 'endpoint'], type: 'missing' },
          { loc: ['body', 'testset_name'], type: 'missing' },
          { loc: ['body', 'app_id'], type: 'missing' },
        );
        const urls = {
          'not a url': 'url_parsing',
          'http://user:secret@host/': 'url_parsing',
          'ftp://host/': 'url_scheme',
        };
        for (const [endpoint, type] of Object.entries(urls)) {
          const reply = await owner.reply.importTestset({
            body: { endpoint, testset_name: ' ', app_id: 'x' },
          });
          expectInvalid(
            reply,
            { loc: ['body', 'endpoint'], type },
            { loc: ['body', 'testset_name'], type: 'string_too_short' },
          );
        }
      });
    });
  },
  { environment },
);

onEachEngine(
  (server) => {
    describe('importTestset with all loopback addresses allowed', () => {
      test('still does not call the service itself', async () => {
        const { owner } = server();
        const { app_id } = await makeApp(owner);
        const body = { testset_name: unique('own'), app_id };
        const control = await owner.reply.importTestset({
          body: { ...body, endpoint: `${target.url}/rows` },
        });
        assert.equal(control.status, 200);
        for (const host of ['127.0.0.1', '127.1', '[::ffff:127.0.0.1]']) {
          const endpoint = `${server().url.replace('127.0.0.1', host)}/api/health`;
          const reply = await owner.reply.importTestset({
            body: { ...body, testset_name: unique('own'), endpoint },
          });
          expectProblem(reply, 'import_failed');
        }
        assert.doesNotMatch(server().logs(), /"operation":"checkHealth"/);
      });
    });
  },
  { environment: { OUTBOUND_ALLOW: '127.0.0.0/8,[::1/128]' } },
);
