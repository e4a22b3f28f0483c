import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createClient } from '../../src/client/client.ts';
import { makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { expectProblem } from '../support/expect.ts';
import { HOUR_MS } from '../support/requests.ts';
import type { TestServer } from '../support/running-server.ts';
import { BEHIND_PROXY, newAddress, PASSWORD, visitor } from '../support/visitor.ts';

onEachEngine((server) => {
  describe('guesses of a password from many addresses', () => {
    const guess = (email: string, password = 'not the passphrase') =>
      visitor(server()).reply.logIn({ body: { email, password } });
    const exhaust = async (email: string) => {
      while ((await guess(email)).status === 401);
      expectProblem(await guess(email, PASSWORD), 'rate_limited');
    };

    test('do not lock out a browser that has signed in before', async () => {
      const { email } = await makeMember(server(), ['viewer']);
      const { headers } = await guess(email, PASSWORD);
      const device = deviceIn(headers);
      assert.match(device, /^jurybox_device=[\w.-]+$/);
      await exhaust(email);
      const known = await browserWith(server(), device).reply.logIn({
        body: { email, password: PASSWORD },
      });
      assert.equal(known.status, 200);
      assert.equal(deviceIn(known.headers), device);
    });

    test('do not lock out the browser of a new account', async () => {
      const joined = await makeMember(server(), ['viewer']);
      assert.match(joined.device, /^jurybox_device=/);
      await exhaust(joined.email);
      const known = browserWith(server(), joined.device);
      const { status } = await known.reply.logIn({
        body: { email: joined.email, password: PASSWORD },
      });
      assert.equal(status, 200);
    });

    test('are not helped by the device cookie of another account, or a forged one', async () => {
      const { email } = await makeMember(server(), ['viewer']);
      const other = await makeMember(server(), ['viewer']);
      await exhaust(email);
      const [name, value = ''] = other.device.split('=');
      const forged = `${name}=${value.slice(0, -2)}xx`;
      for (const device of [other.device, forged, `${name}=`, `${name}=.`]) {
        const reply = await browserWith(server(), device).reply.logIn({
          body: { email, password: PASSWORD },
        });
        expectProblem(reply, 'rate_limited');
      }
    });

    test('are limited for a known device too', async () => {
      const { email, device } = await makeMember(server(), ['viewer']);
      const known = () => browserWith(server(), device).reply;
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        const reply = await known().logIn({ body: { email, password: 'not the passphrase' } });
        expectProblem(reply, 'unauthenticated');
      }
      expectProblem(await known().logIn({ body: { email, password: PASSWORD } }), 'rate_limited');
      // The limit holds only for that device.
      assert.equal((await guess(email, PASSWORD)).status, 200);
    });

    test('do not keep a signed-in user from changing the password', async () => {
      const { email, browser } = await makeMember(server(), ['viewer']);
      await exhaust(email);
      const { status } = await browser.reply.changePassword({
        body: { current_password: PASSWORD, new_password: 'yet another long passphrase' },
      });
      assert.equal(status, 204);
    });

    test('are at most 60 in an hour, with growing delays, not counting successful sign-ins', async (t) => {
      const { email } = await makeMember(server(), ['viewer']);
      for (let time = 0; time < 8; time += 1) {
        assert.equal((await guess(email, PASSWORD)).status, 200);
      }
      const startedAt = Date.now();
      t.mock.timers.enable({ apis: ['Date'], now: startedAt });
      let guesses = 0;
      const delays: number[] = [];
      for (let now = startedAt; now < startedAt + HOUR_MS; ) {
        const reply = await guess(email);
        if (reply.status === 401) {
          guesses += 1;
          continue;
        }
        expectProblem(reply, 'rate_limited');
        const seconds = Number(reply.headers.get('retry-after'));
        assert.ok(seconds >= 1);
        delays.push(seconds);
        now += seconds * 1000;
        t.mock.timers.setTime(now);
      }
      assert.ok(guesses > 20 && guesses <= 60, `${guesses} guesses`);
      assert.deepEqual(
        delays,
        delays.toSorted((left, right) => left - right),
      );
      assert.ok((delays.at(-1) ?? 0) > (delays[0] ?? 0));
    });
  });
}, BEHIND_PROXY);

function deviceIn(headers: Headers): string {
  const cookie = headers.getSetCookie().find((text) => text.startsWith('jurybox_device='));
  return cookie?.split(';')[0] ?? '';
}

/** A signed-out browser with this cookie, at a new address. */
function browserWith({ url }: TestServer, cookie: string) {
  return createClient({ baseUrl: url, headers: { cookie, 'x-forwarded-for': newAddress() } });
}
