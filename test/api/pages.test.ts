import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sendRaw } from '../support/raw-http.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';

const PATHS = [
  '/',
  '/setup',
  '/login',
  '/invite',
  '/apps',
  '/apps/some-app/variants/some-variant',
  '/settings/keys',
];

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('the pages of the web UI', () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ engine: 'sqlite' });
  });
  after(() => server.stop());

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}${path}`, { headers: { 'accept-encoding': 'identity', ...headers } });

  async function assets(): Promise<readonly string[]> {
    const html = await (await get('/')).text();
    return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
  }

  test('are one page, under the strict policy, never stored', async () => {
    const bodies = new Set<string>();
    for (const path of PATHS) {
      const answer = await get(path);
      assert.equal(answer.status, 200, path);
      assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
      assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
      assert.equal(answer.headers.get('cross-origin-opener-policy'), 'same-origin');
      const policy = answer.headers.get('content-security-policy') ?? '';
      for (const rule of [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
      ]) {
        assert.ok(policy.split('; ').includes(rule), `${path}: ${rule}`);
      }
      assert.doesNotMatch(policy, /unsafe|https?:|\*/);
      bodies.add(await answer.text());
    }
    assert.equal(bodies.size, 1);
    const [html = ''] = bodies;
    assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)|<style|\son\w+=|\sstyle=|https?:\/\//);
  });

  test('load assets that caches keep for ever, in an encoding the browser accepts', async () => {
    const paths = await assets();
    assert.ok(paths.some((path) => path.endsWith('.js')));
    assert.ok(paths.some((path) => path.endsWith('.css')));
    for (const path of paths) {
      assert.match(path, /-[\w-]{8}\.(js|css|svg)$/);
      const plain = await sendRaw(server.url, { method: 'GET', path });
      assert.equal(plain.status, 200);
      assert.equal(plain.headers.get('cache-control'), 'public, max-age=31536000, immutable');
      assert.equal(plain.headers.get('vary'), 'Accept-Encoding');
      assert.equal(plain.headers.get('content-encoding'), null);
      for (const [accepted, encoding] of [
        ['gzip, deflate, br', 'br'],
        ['gzip;q=0.8, br;q=0', 'gzip'],
        ['gzip', 'gzip'],
        ['deflate', null],
      ] as const) {
        const headers = { 'accept-encoding': accepted };
        const answer = await sendRaw(server.url, { method: 'GET', path, headers });
        assert.equal(answer.headers.get('content-encoding'), encoding, `${path} ${accepted}`);
      }
    }
  });

  test('load compressed assets that unpack to the plain ones', async () => {
    const [path = ''] = await assets();
    const plain = await (await get(path)).text();
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const [encoding, decompress] of Object.entries(unpack)) {
      const bytes = await rawBody(`${server.url}${path}`, encoding);
      assert.equal(decompress(bytes).toString(), plain);
    }
  });

  test('answer HEAD, and no other method', async () => {
    const head = await fetch(`${server.url}/apps`, { method: 'HEAD' });
    assert.deepEqual([head.status, await head.text()], [200, '']);
    const post = await fetch(`${server.url}/apps`, { method: 'POST' });
    assert.equal(post.status, 404);
  });

  test('answer unknown paths with a page for browsers and a problem for programs', async () => {
    const page = await get('/no/such/page', BROWSER);
    assert.equal(page.status, 404);
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
    for (const [path, headers] of [
      ['/no/such/page', {}],
      ['/api/no-such-route', BROWSER],
      ['/assets/no-such-file.js', BROWSER],
    ] as const) {
      const answer = await get(path, headers);
      assert.equal(answer.status, 404, path);
      assert.equal(answer.headers.get('content-type'), 'application/problem+json', path);
    }
  });

  test('never serve files outside their folder', async () => {
    for (const path of [
      '/assets/../../package.json',
      '/assets/..%2f..%2fpackage.json',
      '/assets/%2e%2e/%2e%2e/package.json',
      '/assets/....//package.json',
      '/index.html.br',
      '/assets/',
    ]) {
      const answer = await sendRaw(server.url, { method: 'GET', path });
      assert.ok([400, 404].includes(answer.status), `${path}: ${answer.status}`);
      assert.doesNotMatch(answer.text, /dependencies/);
    }
  });

  test('are refused under a foreign host name', async () => {
    const [asset = ''] = await assets();
    for (const path of ['/', asset, '/nowhere']) {
      const headers = { host: 'evil.example', ...BROWSER };
      const answer = await sendRaw(server.url, { method: 'GET', path, headers });
      assert.equal(answer.status, 421, path);
    }
  });
});

/** The bytes as sent, which `fetch` would unpack. */
async function rawBody(url: string, encoding: string): Promise<Buffer> {
  const { get } = await import('node:http');
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, (response) => {
      response.toArray().then((chunks) => resolve(Buffer.concat(chunks)), reject);
    }).on('error', reject);
  });
}
