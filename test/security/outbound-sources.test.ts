import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseAllowList } from '../../src/outbound/allow-list.ts';
import { resolveHost } from '../../src/outbound/resolve-host.ts';
import { baseCall, callerFor, providerCall } from '../outbound/source-callers.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { answerJson, redirectTo, startTarget } from '../support/target-server.ts';
import { hostileUrls } from './address-spellings.ts';
import { setTraps, setTrapsBeside } from './traps.ts';

const { trap, hits } = await setTraps();

/** The two kinds of URLs that members enter and runs call, over connections that stay open. */
const SURFACES = { base: baseCall, provider: providerCall } as const;

const REPLIES = {
  base: 'Lima',
  provider: { choices: [{ message: { content: 'Lima' } }] },
} as const;

for (const [surface, callTo] of Object.entries(SURFACES)) {
  describe(`G26: calls to a ${surface}`, () => {
    test('reach no host that is not public, in any spelling', async (t) => {
      const urls = hostileUrls(trap.port);
      assert.ok(new Set(urls).size >= 150, `${urls.length} spellings`);
      for (const plainHttp of ['refused', 'allowed'] as const) {
        const allow = parseAllowList('');
        const caller = callerFor(t, { allow, plainHttp, resolve: resolveHost });
        for (const url of urls) {
          if (plainHttp === 'allowed' && url === 'http://1.1.1.1/') continue;
          const result = await caller.call(callTo(url));
          assert.ok(result.outcome === 'failed', url);
          assert.match(result.code, /^(destination_refused|unreachable)$/, url);
          // The message may repeat the place that the caller named, but not what it leads to.
          const own = placeIn(url);
          assert.doesNotMatch(result.message.replaceAll(own, ''), /\d|localhost/, url);
        }
      }
      assert.equal(hits(), 0);
    });

    test('stay where they are allowed while a name changes its addresses, 1,000 times', async (t) => {
      const control = await startTarget(answerJson(REPLIES[callTo('').kind]));
      t.after(control.close);
      const hitsBeside = await setTrapsBeside(control.port);
      const random = seededRandom(`rebinding of a ${surface}`);
      const inside = ['127.0.0.2', '::1', '::ffff:127.0.0.2', '10.0.0.1', '169.254.169.254'];
      let allowed = 0;
      const caller = callerFor(t, {
        allow: parseAllowList(`127.0.0.1:${control.port}`),
        resolve: async () => {
          const other = random.pick(inside);
          const addresses = random.pick([
            ['127.0.0.1'],
            [other],
            ['127.0.0.1', other],
            [other, '127.0.0.1'],
          ]);
          if (addresses.join() === '127.0.0.1') allowed += 1;
          return addresses;
        },
      });
      const call = callTo(`http://rebound.example:${control.port}`);
      let answered = 0;
      for (let round = 0; round < 20; round += 1) {
        const calls = Array.from({ length: 50 }, () => caller.call(call));
        for (const { outcome } of await Promise.all(calls)) {
          if (outcome === 'answered') answered += 1;
        }
      }
      assert.equal(hitsBeside(), 0);
      assert.equal(answered, allowed);
      assert.equal(control.requests().length, allowed);
      assert.ok(allowed > 0 && allowed < 1_000, `${allowed} allowed`);
    });

    test('follow no redirects, not even among allowed places', async (t) => {
      const last = await startTarget(redirectTo(trap.url, 307));
      const first = await startTarget(redirectTo(last.url, 307));
      t.after(() => Promise.all([first.close(), last.close()]).then(() => undefined));
      const allow = parseAllowList(`127.0.0.1:${first.port},127.0.0.1:${last.port}`);
      const result = await callerFor(t, { allow }).call(callTo(first.url));
      assert.ok(result.outcome === 'failed');
      assert.equal(result.code, 'redirect_refused');
      assert.equal(last.connections(), 0);
      assert.equal(hits(), 0);
    });
  });
}

function placeIn(url: string): string {
  const { hostname, port, protocol } = URL.parse(url) ?? { hostname: url, port: '', protocol: '' };
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}
