import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createClient } from '../../src/client/client.ts';
import { makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { enter, makeLink } from '../support/guests.ts';
import { cookieIn, DAY_MS, HOUR_MS, UNKNOWN_ID, wrong } from '../support/requests.ts';
import { BEHIND_PROXY, newAddress, PASSWORD, signIn, visitor } from '../support/visitor.ts';

onEachEngine((server) => {
  describe('logIn', () => {
    test('200 sets a cookie that scripts cannot read', async () => {
      const member = await makeMember(server(), ['viewer']);
      const email = member.email.toUpperCase();
      const reply = await visitor(server()).reply.logIn({ body: { email, password: PASSWORD } });
      assert.equal(reply.status, 200);
      assert.deepEqual(reply.body, await member.client.fetchProfile());
      assert.match(
        reply.headers.getSetCookie()[0] ?? '',
        /^jurybox_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800$/,
      );
      const browser = server().browser(cookieIn(reply.headers));
      assert.deepEqual(await browser.fetchProfile(), reply.body);
    });

    test('401 for a wrong password and an unknown e-mail alike', async () => {
      const member = await makeMember(server(), ['viewer']);
      const replies = [
        await visitor(server()).reply.logIn({
          body: { email: member.email, password: 'not the passphrase' },
        }),
        await visitor(server()).reply.logIn({
          body: { email: 'nobody@jurybox.test', password: PASSWORD },
        }),
      ];
      const details = replies.map((reply) => expectProblem(reply, 'unauthenticated').detail);
      assert.equal(new Set(details).size, 1);
      assert.ok(replies.every(({ headers }) => !headers.has('set-cookie')));
    });

    test('429 for the sixth attempt on one account within a minute', async (t) => {
      const member = await makeMember(server(), ['viewer']);
      const logIn = (password: string) =>
        visitor(server()).reply.logIn({ body: { email: member.email, password } });
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        expectProblem(await logIn('not the passphrase'), 'unauthenticated');
      }
      const refused = await logIn(PASSWORD);
      expectProblem(refused, 'rate_limited');
      assert.equal(refused.headers.get('retry-after'), '60');
      t.mock.timers.tick(61_000);
      assert.equal((await logIn(PASSWORD)).status, 200);
    });

    test('429 for the 21st attempt from one address within a minute', async () => {
      const guesser = visitor(server());
      const guess = (number: number) =>
        guesser.reply.logIn({ body: { email: `${number}@jurybox.test`, password: 'x' } });
      for (let attempt = 1; attempt <= 20; attempt += 1) {
        expectProblem(await guess(attempt), 'unauthenticated');
      }
      expectProblem(await guess(21), 'rate_limited');
      const other = await visitor(server()).reply.logIn({
        body: { email: '22@jurybox.test', password: 'x' },
      });
      expectProblem(other, 'unauthenticated');
    });

    test('422 without a password', async () => {
      const reply = await visitor(server()).reply.logIn({ body: wrong({ email: 'a@b.c' }) });
      expectInvalid(reply, { loc: ['body', 'password'], type: 'missing', msg: 'Field required' });
    });
  });

  describe('logOut', () => {
    test('204 ends the session at once and clears the cookie', async () => {
      const member = await makeMember(server(), ['viewer']);
      const reply = await member.browser.reply.logOut();
      assert.deepEqual([reply.status, reply.body], [204, null]);
      assert.match(reply.headers.get('set-cookie') ?? '', /^jurybox_session=; .*; Max-Age=0$/);
      expectProblem(await member.browser.reply.fetchProfile(), 'unauthenticated');
      assert.equal((await member.client.fetchProfile()).id, member.userId);
    });

    test('204 ends the session of a guest, without freeing a use of the link', async () => {
      const link = await makeLink(server().owner, { max_uses: 2 });
      const guest = await enter(server(), link);
      const fellow = await enter(server(), link);
      const reply = await guest.browser.reply.logOut();
      assert.equal(reply.status, 204);
      assert.match(reply.headers.get('set-cookie') ?? '', /^jurybox_guest_[\w-]+=; .*; Max-Age=0$/);
      expectProblem(await guest.browser.reply.fetchProfile(), 'unauthenticated');
      assert.equal((await fellow.browser.fetchProfile()).id, fellow.id);
      const body = { token: link.token, username: 'Guest' };
      expectProblem(
        await visitor(server()).reply.exchangeInvitation({ body }),
        'invitation_invalid',
      );
    });

    test('401 for a key, which has no session to end and keeps working', async () => {
      const member = await makeMember(server(), ['viewer']);
      expectProblem(await member.client.reply.logOut(), 'unauthenticated');
      await member.client.fetchProfile();
      await member.browser.fetchProfile();
    });

    test('401 without a session', async () => {
      expectProblem(await server().client().reply.logOut(), 'unauthenticated');
    });
  });

  describe('listSessions', () => {
    test('200 lists the open sessions, newest first, and marks the current one', async () => {
      const member = await makeMember(server(), ['viewer']);
      const { browser: second } = await signIn(server(), {
        email: member.email,
        password: PASSWORD,
      });
      const sessions = await second.listSessions();
      assert.deepEqual(
        sessions.map(({ current }) => current),
        [true, false],
      );
      const [newest, oldest] = sessions;
      assert.ok((newest?.created_at ?? '') > (oldest?.created_at ?? ''));
      const lifeMs = Date.parse(newest?.expires_at ?? '') - Date.parse(newest?.created_at ?? '');
      assert.equal(lifeMs, 7 * DAY_MS);
      const fromFirst = await member.browser.listSessions();
      assert.deepEqual(
        fromFirst.map(({ id, current }) => [id, current]),
        [
          [newest?.id, false],
          [oldest?.id, true],
        ],
      );
    });

    test('200 leaves out expired sessions', async (t) => {
      const member = await makeMember(server(), ['viewer']);
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 8 * HOUR_MS });
      const { browser } = await signIn(server(), { email: member.email, password: PASSWORD });
      const sessions = await browser.listSessions();
      assert.deepEqual(
        sessions.map(({ current }) => current),
        [true],
      );
    });

    test('401 for a key, which acts for its workspace and not for the person', async () => {
      const member = await makeMember(server(), ['viewer']);
      expectProblem(await member.client.reply.listSessions(), 'unauthenticated');
      const parameters = { session_id: UNKNOWN_ID };
      expectProblem(await member.client.reply.endSession({ parameters }), 'unauthenticated');
    });

    test('401 without a credential', async () => {
      expectProblem(await server().client().reply.listSessions(), 'unauthenticated');
    });
  });

  describe('endSession', () => {
    test('204 ends another session of the caller at once', async () => {
      const member = await makeMember(server(), ['viewer']);
      const { browser } = await signIn(server(), { email: member.email, password: PASSWORD });
      const sessions = await browser.listSessions();
      const session_id = sessions.find(({ current }) => !current)?.id ?? '';
      const ended = await browser.reply.endSession({ parameters: { session_id } });
      assert.equal(ended.status, 204);
      expectProblem(await member.browser.reply.fetchProfile(), 'unauthenticated');
      assert.deepEqual(
        (await browser.listSessions()).map(({ current }) => current),
        [true],
      );
      const again = await browser.reply.endSession({ parameters: { session_id } });
      assert.equal(again.status, 204);
    });

    test('204 for unknown and foreign sessions, which stay open', async () => {
      const member = await makeMember(server(), ['viewer']);
      const other = await makeMember(server(), ['owner']);
      const [session] = await member.browser.listSessions();
      for (const session_id of [UNKNOWN_ID, 'nothing', session?.id ?? '']) {
        const reply = await other.browser.reply.endSession({ parameters: { session_id } });
        assert.equal(reply.status, 204);
      }
      await member.browser.fetchProfile();
    });
  });

  describe('changePassword', () => {
    const newPassword = 'a quite different passphrase';
    const change = { current_password: PASSWORD, new_password: newPassword };

    test('204 replaces the password and ends all other sessions', async () => {
      const member = await makeMember(server(), ['viewer']);
      const { browser } = await signIn(server(), { email: member.email, password: PASSWORD });
      assert.equal((await browser.reply.changePassword({ body: change })).status, 204);
      await browser.fetchProfile();
      expectProblem(await member.browser.reply.fetchProfile(), 'unauthenticated');
      await member.client.fetchProfile();
      const old = { email: member.email, password: PASSWORD };
      expectProblem(await visitor(server()).reply.logIn({ body: old }), 'unauthenticated');
      await signIn(server(), { email: member.email, password: newPassword });
    });

    test('422 for a wrong current password, and changes nothing', async () => {
      const member = await makeMember(server(), ['viewer']);
      const reply = await member.browser.reply.changePassword({
        body: { ...change, current_password: 'a wrong passphrase' },
      });
      expectInvalid(reply, {
        loc: ['body', 'current_password'],
        type: 'value_error',
        msg: 'Value error, this is not your current password',
      });
      await signIn(server(), { email: member.email, password: PASSWORD });
    });

    test('422 for a new password that is short, long or common', async () => {
      const member = await makeMember(server(), ['viewer']);
      const send = (new_password: string) =>
        member.browser.reply.changePassword({ body: { ...change, new_password } });
      const loc = ['body', 'new_password'];
      expectInvalid(await send('elevenchars'), {
        loc,
        type: 'string_too_short',
        msg: 'String should have at least 12 characters',
      });
      expectInvalid(await send('ab'.repeat(65)), {
        loc,
        type: 'string_too_long',
        msg: 'String should have at most 128 characters',
      });
      expectInvalid(await send('password123456'), {
        loc,
        type: 'value_error',
        msg: 'Value error, this password is one of the most common ones',
      });
    });

    test('429 after five wrong guesses of the current password', async () => {
      const member = await makeMember(server(), ['viewer']);
      const client = createClient({
        baseUrl: server().url,
        headers: {
          cookie: member.cookie,
          'sec-fetch-site': 'same-origin',
          'x-forwarded-for': newAddress(),
        },
      });
      const body = { ...change, current_password: 'a wrong passphrase' };
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        assert.equal((await client.reply.changePassword({ body })).status, 422);
      }
      const reply = await client.reply.changePassword({ body: change });
      expectProblem(reply, 'rate_limited');
    });
  });
}, BEHIND_PROXY);
