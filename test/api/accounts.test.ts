import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Member, makeForeigner, makeMember } from '../support/builders.ts';
import type { EngineName } from '../support/engine-names.ts';
import { onEachEngine } from '../support/engines.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { accept, invite, placeOf } from '../support/join-workspace.ts';
import { memberWithInvitation } from '../support/member-with-invitation.ts';
import { cookieIn, DAY_MS, statusesOf, tokenIn, wrong } from '../support/requests.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';
import { BEHIND_PROXY, PASSWORD, signIn, visitor } from '../support/visitor.ts';

onEachEngine((server, engine) => {
  describe('checkSetup', () => {
    test('200 reports whether the first owner is missing', async () => {
      assert.deepEqual(await server().client().checkSetup(), { required: false });
      await withFreshServer(engine, async ({ client }) => {
        assert.deepEqual(await client().checkSetup(), { required: true });
      });
    });
  });

  describe('setUp', () => {
    const owner = { email: 'First@jurybox.test', username: ' First ', password: PASSWORD };

    test('200 creates the first owner, once, and signs them in', async () => {
      await withFreshServer(engine, async (fresh) => {
        const body = { ...owner, token: tokenIn(fresh.setupUrl) };
        const reply = await fresh.client().reply.setUp({ body });
        assert.equal(reply.status, 200);
        assert.deepEqual([reply.body.email, reply.body.username], ['First@jurybox.test', 'First']);
        const browser = fresh.browser(cookieIn(reply.headers));
        assert.deepEqual(await browser.fetchProfile(), reply.body);
        const own = await browser.fetchOwnOrganization();
        assert.equal(own.name, 'First');
        assert.deepEqual(await fresh.client().checkSetup(), { required: false });
        expectProblem(await fresh.client().reply.setUp({ body }), 'invitation_invalid');
      });
    });

    test('200 for exactly one of many simultaneous requests', async () => {
      await withFreshServer(engine, async (fresh) => {
        const token = tokenIn(fresh.setupUrl);
        const replies = await Promise.all(
          [1, 2, 3, 4].map((number) =>
            fresh.client().reply.setUp({
              body: { ...owner, token, email: `${number}@jurybox.test` },
            }),
          ),
        );
        assert.deepEqual(statusesOf(replies), [200, 400, 400, 400]);
      });
    });

    test('400 with a wrong token, and leaves setup open', async () => {
      await withFreshServer(engine, async (fresh) => {
        const reply = await fresh.client().reply.setUp({ body: { ...owner, token: 'guess' } });
        expectProblem(reply, 'invitation_invalid');
        assert.deepEqual(await fresh.client().checkSetup(), { required: true });
      });
    });

    test('400 if an owner exists', async () => {
      const reply = await server()
        .client()
        .reply.setUp({ body: { ...owner, token: 'guess' } });
      expectProblem(reply, 'invitation_invalid');
    });

    test('422 names every fault', async () => {
      const reply = await server()
        .client()
        .reply.setUp({
          body: wrong({ token: '', email: 'x', username: ' ', password: 'short' }),
        });
      expectInvalid(
        reply,
        { loc: ['body', 'token'], type: 'string_too_short' },
        {
          loc: ['body', 'email'],
          type: 'string_too_short',
          msg: 'String should have at least 3 characters',
        },
        { loc: ['body', 'username'], type: 'string_too_short' },
        {
          loc: ['body', 'password'],
          type: 'string_too_short',
          msg: 'String should have at least 12 characters',
        },
      );
    });
  });

  describe('exchangeInvitation', () => {
    const account = { username: ' New Member ', password: PASSWORD };

    test('200 creates the account, joins the workspace and signs in', async () => {
      const host = await makeForeigner(server());
      const token = await invite(host, { email: 'Newcomer@jurybox.test', roles: ['evaluator'] });
      const reply = await visitor(server()).reply.exchangeInvitation({
        body: { ...account, token },
      });
      assert.equal(reply.status, 200);
      const { profile, ...joined } = reply.body;
      assert.deepEqual(joined, {
        organization_id: host.organizationId,
        workspace_id: host.workspaceId,
        evaluation_id: null,
      });
      assert.deepEqual([profile.email, profile.username], ['Newcomer@jurybox.test', 'New Member']);
      assert.match(reply.headers.get('set-cookie') ?? '', /^jurybox_session=.*; HttpOnly; /);
      const browser = server().browser(cookieIn(reply.headers));
      const organization = await browser.fetchOrganization({
        parameters: { org_id: host.organizationId },
      });
      assert.deepEqual(organization.members, [host.userId, profile.id]);
      assert.deepEqual(
        organization.workspaces[0]?.members[1]?.roles.map((role) => role.role_name),
        ['evaluator'],
      );
      await signIn(server(), { email: 'newcomer@jurybox.test', password: PASSWORD });
    });

    test('200 for exactly one of many simultaneous requests', async () => {
      const host = await makeForeigner(server());
      const token = await invite(host, { email: 'contested@jurybox.test', roles: ['evaluator'] });
      const body = { ...account, token };
      const replies = await Promise.all(
        [1, 2, 3, 4].map(() => visitor(server()).reply.exchangeInvitation({ body })),
      );
      assert.deepEqual(statusesOf(replies), [200, 400, 400, 400]);
    });

    test('400 with the same detail for every invitation that cannot be exchanged', async (t) => {
      const host = await makeForeigner(server());
      const member = await makeMember(server(), ['viewer']);
      const exchange = (token: string) =>
        visitor(server()).reply.exchangeInvitation({ body: { ...account, token } });
      const ofAccount = await invite(host, {
        email: member.email.toUpperCase(),
        roles: ['evaluator'],
      });
      const used = await invite(host, { email: 'used@jurybox.test', roles: ['evaluator'] });
      await exchange(used);
      const replies = [await exchange('unknown'), await exchange(used), await exchange(ofAccount)];
      const expired = await invite(host, { email: 'expired@jurybox.test', roles: ['evaluator'] });
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 14 * DAY_MS });
      replies.push(await exchange(expired));
      const details = replies.map((reply) => expectProblem(reply, 'invitation_invalid').detail);
      assert.equal(new Set(details).size, 1);
    });

    test('400 for a user with an account, who can still accept the invitation', async () => {
      const host = await makeForeigner(server());
      const guest = await makeForeigner(server());
      const token = await invite(host, { email: guest.email, roles: ['evaluator'] });
      const reply = await visitor(server()).reply.exchangeInvitation({
        body: { ...account, token },
      });
      expectProblem(reply, 'invitation_invalid');
      const accepted = await guest.browser.acceptInvitation({
        parameters: { org_id: host.organizationId, workspace_id: host.workspaceId },
        body: { token },
      });
      assert.equal(accepted.status, 'accepted');
    });

    test('422 for a common password, before the token is used', async () => {
      const host = await makeForeigner(server());
      const token = await invite(host, { email: 'careless@jurybox.test', roles: ['evaluator'] });
      const exchange = (password: string) =>
        visitor(server()).reply.exchangeInvitation({ body: { ...account, token, password } });
      expectInvalid(await exchange('qwertyuiopas'), {
        loc: ['body', 'password'],
        type: 'value_error',
        msg: 'Value error, this password is one of the most common ones',
      });
      assert.equal((await exchange(PASSWORD)).status, 200);
    });
  });

  describe('acceptInvitation', () => {
    test('200 makes the caller a member with the roles of the invitation', async () => {
      const host = await makeForeigner(server());
      const guest = await makeForeigner(server());
      const email = guest.email.toUpperCase();
      const token = await invite(host, { email, roles: ['editor', 'evaluator'] });
      const reply = await accept(guest, host, token);
      assert.deepEqual(reply.body, {
        status: 'accepted',
        organization_id: host.organizationId,
        workspace_id: host.workspaceId,
      });
      const { members, invitations, workspaces } = await readOrganization(host);
      assert.deepEqual([members, invitations], [[host.userId, guest.userId], []]);
      const roles = workspaces[0]?.members[1]?.roles.map((role) => role.role_name);
      assert.deepEqual(roles, ['editor', 'evaluator']);
    });

    test('200 for exactly one of many simultaneous attempts', async () => {
      const host = await makeForeigner(server());
      const guest = await makeForeigner(server());
      const token = await invite(host, { email: guest.email, roles: ['viewer'] });
      const attempts = Array.from({ length: 6 }, () => accept(guest, host, token));
      assert.deepEqual(statusesOf(await Promise.all(attempts)), [200, 400, 400, 400, 400, 400]);
    });

    test('400 with the same detail for every invitation that is not the caller’s', async (t) => {
      const host = await makeForeigner(server());
      const guest = await makeForeigner(server());
      const stranger = await makeForeigner(server());
      const token = await invite(host, { email: guest.email, roles: ['viewer'] });
      const replies = [
        await accept(guest, host, 'unknown'),
        await accept(stranger, host, token),
        await accept(guest, { ...host, organizationId: stranger.organizationId }, token),
        await accept(guest, { ...host, workspaceId: stranger.workspaceId }, token),
        await accept(guest, { ...host, workspaceId: 'nothing' }, token),
      ];
      assert.equal((await accept(guest, host, token)).status, 200);
      replies.push(await accept(guest, host, token));
      const expired = await invite(host, { email: stranger.email, roles: ['viewer'] });
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 14 * DAY_MS });
      const key = { ...stranger, browser: stranger.client };
      replies.push(await accept(key, host, expired));
      const details = replies.map((reply) => expectProblem(reply, 'invitation_invalid').detail);
      assert.equal(new Set(details).size, 1);
    });

    test('401 without a credential', async () => {
      const host = await makeForeigner(server());
      const reply = await server()
        .client()
        .reply.acceptInvitation({
          parameters: placeOf(host),
          body: { token: 'unknown' },
        });
      expectProblem(reply, 'unauthenticated');
    });

    test('409 for a member whose invitation still exists', async () => {
      const { accept: acceptOwn, close } = await memberWithInvitation(engine);
      try {
        await assert.rejects(acceptOwn(), { name: 'Problem', code: 'already_member' });
      } finally {
        await close();
      }
    });

    test('422 without a token', async () => {
      const host = await makeForeigner(server());
      const reply = await host.client.reply.acceptInvitation({
        parameters: placeOf(host),
        body: wrong([]),
      });
      expectInvalid(reply, {
        loc: ['body'],
        type: 'model_attributes_type',
        msg: 'Input should be a valid dictionary or object to extract fields from',
      });
    });
  });
}, BEHIND_PROXY);

async function withFreshServer(
  engine: EngineName,
  use: (server: TestServer) => Promise<void>,
): Promise<void> {
  const server = await startTestServer({ engine, owner: 'to be set up' });
  try {
    await use(server);
  } finally {
    await server.stop();
  }
}

function readOrganization(host: Member) {
  return host.client.fetchOrganization({ parameters: { org_id: host.organizationId } });
}
