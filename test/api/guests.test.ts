import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { createClient } from '../../src/client/client.ts';
import { makeForeigner } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { makeHumanEvaluation } from '../support/evaluations.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { enter, makeLink } from '../support/guests.ts';
import { invite } from '../support/join-workspace.ts';
import { cookieIn, DAY_MS, HOUR_MS, statusesOf, wrong } from '../support/requests.ts';
import { startTestServer } from '../support/running-server.ts';
import { ID, TIMESTAMP, unknownIds } from '../support/unknown-ids.ts';

onEachEngine((server) => {
  const exchange = (token: string, more: object = {}) =>
    server()
      .client()
      .reply.exchangeInvitation({ body: { token, username: 'Guest', ...more } });
  const countUsers = async () => {
    const { id } = await server().owner.fetchOwnOrganization();
    const parameters = { org_id: id };
    return (await server().owner.fetchOrganization({ parameters })).members.length;
  };

  describe('exchangeInvitation', () => {
    test('200 starts the session of a guest, under the name they enter', async () => {
      const link = await makeLink(server().owner, { expires_in_days: 3 });
      const users = await countUsers();
      const reply = await exchange(link.token, { username: '  Reviewer  ' });
      assert.equal(reply.status, 200);
      const { profile } = reply.body;
      assert.match(profile.id, ID);
      assert.match(profile.created_at, TIMESTAMP);
      assert.deepEqual(reply.body, {
        organization_id: null,
        workspace_id: null,
        evaluation_id: link.evaluationId,
        profile: {
          id: profile.id,
          uid: profile.id,
          username: 'Reviewer',
          email: '',
          created_at: profile.created_at,
          updated_at: profile.created_at,
        },
      });
      const cookie = reply.headers.get('set-cookie') ?? '';
      assert.match(
        cookie,
        /^jurybox_guest_[\da-f-]{36}_[\da-f-]{36}=w[\da-f]{32}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/,
      );
      const maxAgeMs = Number(/Max-Age=(\d+)/.exec(cookie)?.[1]) * 1000;
      assert.ok(maxAgeMs <= 3 * DAY_MS && maxAgeMs > 3 * DAY_MS - 60_000, cookie);
      assert.equal(await countUsers(), users);
    });

    test('200 needs no password of a guest and keeps none that is sent', async () => {
      const link = await makeLink(server().owner, { max_uses: 2 });
      const reply = await exchange(link.token, { password: 'a passphrase for nothing' });
      assert.equal(reply.body.profile.email, '');
    });

    test('200 for as many guests as the link has uses, even under the same name', async () => {
      const link = await makeLink(server().owner, { max_uses: 3 });
      const replies = await Promise.all(Array.from({ length: 8 }, () => exchange(link.token)));
      assert.deepEqual(statusesOf(replies), [200, 200, 200, 400, 400, 400, 400, 400]);
      const entered = replies.filter(({ status }) => status === 200);
      assert.equal(new Set(entered.map(({ body }) => body.profile.id)).size, 3);
      const [listed] = await server().owner.listAnnotatorInvitations({
        parameters: { evaluation_id: link.evaluationId },
      });
      assert.equal(listed?.used, 3);
    });

    test('200 with the cookie of another guest, whose session stays open', async () => {
      const first = await enter(server(), await makeLink(server().owner));
      const { token } = await makeLink(server().owner);
      const reply = await first.browser.reply.exchangeInvitation({
        body: { token, username: 'Second' },
      });
      assert.equal(reply.status, 200);
      assert.notEqual(cookieIn(reply.headers), first.cookie);
      assert.equal((await first.browser.fetchProfile()).id, first.id);
    });

    test('400 with the same detail for every link that does not work', async (t) => {
      const { owner } = server();
      const usedUp = await makeLink(owner);
      await enter(server(), usedUp);
      const revoked = await makeLink(owner);
      await owner.revokeAnnotatorInvitation({
        parameters: { evaluation_id: revoked.evaluationId, invitation_id: revoked.id },
      });
      const orphaned = await makeLink(owner);
      await owner.deleteHumanEvaluations({ body: { evaluations_ids: [orphaned.evaluationId] } });
      const expired = await makeLink(owner, { expires_in_days: 1 });
      const replies = [
        await exchange('unknown'),
        await exchange(usedUp.token),
        await exchange(revoked.token),
        await exchange(orphaned.token),
        await exchange('unknown', { password: 'a passphrase for nothing' }),
        await exchange(usedUp.token, { password: 'a passphrase for nothing' }),
      ];
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + DAY_MS });
      replies.push(await exchange(expired.token));
      const details = replies.map((reply) => expectProblem(reply, 'invitation_invalid').detail);
      assert.equal(new Set(details).size, 1);
      assert.ok(replies.every(({ headers }) => !headers.has('set-cookie')));
    });

    test('422 without a password for a member, and the invitation stays valid', async () => {
      const host = await makeForeigner(server());
      const token = await invite(host, { email: `${randomUUID()}@a.test`, roles: ['viewer'] });
      expectInvalid(await exchange(token), {
        loc: ['body', 'password'],
        type: 'missing',
        msg: 'Field required',
      });
      const reply = await exchange(token, { password: 'a passphrase of my own' });
      assert.deepEqual([reply.status, reply.body.evaluation_id], [200, null]);
    });

    test('422 without a name, and no use of the link is taken', async () => {
      const link = await makeLink(server().owner);
      for (const username of ['', '   ', null, 7, 'x'.repeat(129)]) {
        assert.equal((await exchange(link.token, wrong({ username }))).status, 422);
      }
      await enter(server(), link);
    });
  });

  describe('the session of a guest', () => {
    test('lasts as long as the link, used or not', async (t) => {
      const startedAt = Date.now();
      const { browser, id } = await enter(
        server(),
        await makeLink(server().owner, { expires_in_days: 30 }),
      );
      t.mock.timers.enable({ apis: ['Date'], now: startedAt + 30 * DAY_MS - HOUR_MS });
      assert.equal((await browser.fetchProfile()).id, id);
      t.mock.timers.setTime(startedAt + 30 * DAY_MS + 60_000);
      expectProblem(await browser.reply.fetchProfile(), 'unauthenticated');
    });

    test('ends with the evaluation', async () => {
      const { browser, evaluationId } = await enter(server(), await makeLink(server().owner));
      await server().owner.deleteHumanEvaluations({ body: { evaluations_ids: [evaluationId] } });
      expectProblem(await browser.reply.fetchProfile(), 'unauthenticated');
    });

    test('goes on when the evaluation is closed', async () => {
      const { browser, evaluationId } = await enter(server(), await makeLink(server().owner));
      await server().owner.closeHumanEvaluation({ parameters: { evaluation_id: evaluationId } });
      assert.equal((await browser.fetchProfile()).email, '');
    });

    test('is not opened by the id of the guest, nor by the token of the link', async () => {
      const link = await makeLink(server().owner, { max_uses: 2 });
      const { id } = await enter(server(), link);
      for (const secret of [id, link.id, link.token]) {
        const reply = await server().browser(`jurybox_session=${secret}`).reply.fetchProfile();
        expectProblem(reply, 'unauthenticated');
      }
    });

    test('is not opened by the cookie sent as a key', async () => {
      const { cookie } = await enter(server(), await makeLink(server().owner));
      const client = server().client(cookie.split('=')[1]);
      expectProblem(await client.reply.listApps(), 'unauthenticated');
      expectProblem(await client.reply.fetchProfile(), 'unauthenticated');
    });

    test('writes only from our own pages', async () => {
      const { cookie, browser } = await enter(server(), await makeLink(server().owner));
      for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }, { origin: 'null' }]) {
        const page = createClient({ baseUrl: server().url, headers: { cookie, ...headers } });
        expectProblem(await page.reply.logOut(), 'csrf_rejected');
      }
      await browser.fetchProfile();
    });
  });

  describe('a guest', () => {
    test('gets 403 on other routes of their evaluation, and 404 elsewhere', async () => {
      const { browser, evaluationId } = await enter(server(), await makeLink(server().owner));
      const { evaluation_id: other } = await makeHumanEvaluation(server().owner);
      const own = { parameters: { evaluation_id: evaluationId } };
      const spelled = { parameters: { evaluation_id: evaluationId.toUpperCase() } };
      const foreign = { parameters: { evaluation_id: other } };
      const { reply } = browser;
      assert.equal(
        expectProblem(await reply.fetchHumanEvaluation(own), 'forbidden')['permission'],
        'view_evaluation',
      );
      assert.equal(
        expectProblem(await reply.closeHumanEvaluation(spelled), 'forbidden')['permission'],
        'edit_evaluation',
      );
      const hidden = [
        await reply.fetchHumanEvaluation(foreign),
        await reply.closeHumanEvaluation(foreign),
        await reply.listApps(),
        await reply.createApp({ body: { app_name: 'stolen' } }),
        await reply.createApp({ body: wrong({}) }),
        await reply.createOrganization({ body: { name: 'stolen' } }),
        await reply.createOrganization({
          body: { name: 'stolen' },
          idempotencyKey: randomUUID(),
        }),
        await reply.listSessions(),
        await reply.listKeys(),
        await reply.listRoles(),
        await reply.readMetrics(),
        await reply.deleteHumanEvaluations({ body: { evaluations_ids: [evaluationId] } }),
      ];
      const unknown = await fetch(`${server().url}/api/nowhere`);
      const { detail } = (await unknown.json()) as { detail: string };
      for (const answer of hidden) {
        assert.equal(expectProblem(answer, 'route_not_found').detail, detail);
      }
    });

    test('judges their own evaluation, for every who_may_judge, and no other', async () => {
      for (const who_may_judge of ['members', 'listed', 'guests'] as const) {
        const { evaluation_id: evaluationId } = await makeHumanEvaluation(server().owner, {
          settings: { who_may_judge },
        });
        const { browser } = await enter(server(), await makeLink(server().owner, { evaluationId }));
        const own = { parameters: { evaluation_id: evaluationId } };
        assert.equal((await browser.fetchBrief(own)).evaluation_id, evaluationId);
        assert.deepEqual((await browser.takeAssignments(own)).assignments, []);
        assert.deepEqual(await browser.listAssignments(own), []);
      }
      const { browser } = await enter(server(), await makeLink(server().owner));
      const { evaluation_id: foreign } = await makeHumanEvaluation(server().owner);
      for (const evaluation_id of [foreign, ...unknownIds()]) {
        const reply = await browser.reply.fetchBrief({ parameters: { evaluation_id } });
        expectProblem(reply, 'evaluation_not_found');
      }
    });

    test('gets a replayed answer for its idempotency key, and other guests do not', async () => {
      const link = await makeLink(server().owner, { max_uses: 2 });
      const [first, second] = [await enter(server(), link), await enter(server(), link)];
      const call = {
        parameters: { evaluation_id: link.evaluationId },
        idempotencyKey: randomUUID(),
      };
      const replays: (string | null)[] = [];
      for (const { browser } of [first, first, second]) {
        const { status, headers } = await browser.reply.takeAssignments(call);
        assert.equal(status, 200);
        replays.push(headers.get('idempotent-replayed'));
      }
      assert.deepEqual(replays, [null, 'true', null]);
    });

    test('is not a member of the workspace', async () => {
      const { id } = await enter(server(), await makeLink(server().owner));
      const own = await server().owner.fetchOwnOrganization();
      const shown = await server().owner.fetchOrganization({ parameters: { org_id: own.id } });
      assert.ok(!JSON.stringify(shown).includes(id));
    });
  });
});

describe('the requests of a guest', () => {
  test('are limited like those of any session', async (t) => {
    const server = await startTestServer({
      engine: 'sqlite',
      environment: { RATE_LIMIT_SESSION: '2' },
    });
    t.after(server.stop);
    const { browser } = await enter(server, await makeLink(server.owner));
    for (let request = 1; request <= 4; request += 1) await browser.fetchProfile();
    const refused = await browser.reply.fetchProfile();
    expectProblem(refused, 'rate_limited');
    assert.match(refused.headers.get('ratelimit-policy') ?? '', /^"session";/);
  });
});
