import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { expectProblem } from '../support/expect.ts';
import { wrong } from '../support/requests.ts';

const PER_MINUTE = 5;

onEachEngine(
  (server) => {
    describe('a session under a limit', () => {
      test('learns from every answer how many requests are left', async () => {
        const { browser } = await makeMember(server(), ['editor']);
        const done = await browser.reply.fetchProfile();
        assert.equal(done.headers.get('ratelimit-policy'), `"session";q=${PER_MINUTE};w=60`);
        assert.match(done.headers.get('ratelimit') ?? '', /^"session";r=\d+;t=60$/);
        const invalid = await browser.reply.createApp({ body: wrong({}) });
        assert.equal(invalid.status, 422);
        assert.match(invalid.headers.get('ratelimit') ?? '', /^"session";r=\d+;t=60$/);
        const unknown = await browser.reply.fetchApp({ parameters: { app_id: 'nothing' } });
        assert.equal(unknown.status, 404);
        assert.match(unknown.headers.get('ratelimit') ?? '', /^"session";r=\d+;t=60$/);
      });

      test('is refused with 429 after a burst of twice the limit', async () => {
        const { browser } = await makeMember(server(), ['editor']);
        const replies = [];
        for (let count = 0; count < PER_MINUTE * 2 + 1; count += 1) {
          replies.push(await browser.reply.fetchProfile());
        }
        const refused = replies.at(-1);
        assert.ok(refused);
        expectProblem(refused, 'rate_limited');
        assert.ok(Number(refused.headers.get('retry-after')) >= 1);
      });
    });

    describe('a key', () => {
      test('has no limit unless one is set', async () => {
        const { headers } = await server().owner.reply.fetchProfile();
        assert.equal(headers.get('ratelimit-policy'), null);
      });
    });
  },
  { environment: { RATE_LIMIT_SESSION: String(PER_MINUTE) } },
);
