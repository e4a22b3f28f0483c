import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import { type Member, makeForeigner, makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { accept, invite, placeOf } from '../support/join-workspace.ts';
import { DAY_MS, tokenIn, UNKNOWN_ID, wrong } from '../support/requests.ts';

onEachEngine((server) => {
  describe('inviteToWorkspace', () => {
    test('200 returns one link for each person, valid for 14 days', async () => {
      const host = await makeForeigner(server());
      const startedAt = Date.now();
      const invitations = await host.client.inviteToWorkspace({
        parameters: placeOf(host),
        body: [
          { email: 'One@jurybox.test', roles: ['evaluator', 'viewer', 'evaluator'] },
          { email: 'two@jurybox.test', roles: ['owner'] },
        ],
      });
      assert.deepEqual(
        invitations.map(({ email, roles }) => [email, roles]),
        [
          ['One@jurybox.test', ['viewer', 'evaluator']],
          ['two@jurybox.test', ['owner']],
        ],
      );
      for (const { invite_url, expiration_date } of invitations) {
        const url = new URL(invite_url);
        assert.equal(`${url.origin}${url.pathname}${url.search}`, `${server().url}/invite`);
        assert.match(
          url.hash,
          /^#token=[\w-]{43}&organization=[\da-f-]{36}&workspace=[\da-f-]{36}$/,
        );
        const lifeMs = Date.parse(expiration_date) - startedAt;
        assert.ok(lifeMs >= 14 * DAY_MS && lifeMs < 14 * DAY_MS + 60_000);
      }
    });

    test('200 [] for an empty list', async () => {
      const host = await makeForeigner(server());
      const parameters = placeOf(host);
      assert.deepEqual(await host.client.inviteToWorkspace({ parameters, body: [] }), []);
    });

    test('200 replaces an earlier invitation of the same person', async () => {
      const host = await makeForeigner(server());
      const guest = await makeForeigner(server());
      const first = await invite(host, { email: guest.email, roles: ['editor'] });
      const second = await invite(host, { email: guest.email.toUpperCase(), roles: ['viewer'] });
      const { invitations } = await readOrganization(host);
      assert.deepEqual(
        invitations.map(({ email, roles }) => [email, roles]),
        [[guest.email.toUpperCase(), ['viewer']]],
      );
      expectProblem(await accept(guest, host, first), 'invitation_invalid');
      assert.equal((await accept(guest, host, second)).status, 200);
    });

    test('200 again, with the same link, for the same idempotency key', async () => {
      const host = await makeForeigner(server());
      const guest = await makeForeigner(server());
      const call = {
        parameters: placeOf(host),
        body: [{ email: guest.email, roles: ['viewer' as const] }],
        idempotencyKey: randomUUID(),
      };
      const first = await host.client.inviteToWorkspace(call);
      assert.deepEqual(await host.client.inviteToWorkspace(call), first);
      const reply = await accept(guest, host, tokenIn(first[0]?.invite_url));
      assert.equal(reply.status, 200);
    });

    test('200 and 409 never leave a user both member and invited, even in a race', async () => {
      const host = await makeForeigner(server());
      for (let round = 1; round <= 5; round += 1) {
        const guest = await makeForeigner(server());
        const invited = { email: guest.email, roles: ['viewer' as const] };
        const token = await invite(host, invited);
        await Promise.all([
          accept(guest, host, token),
          ...[1, 2, 3].map(() =>
            host.client.reply.inviteToWorkspace({ parameters: placeOf(host), body: [invited] }),
          ),
        ]);
        const { members, invitations } = await readOrganization(host);
        const isInvited = invitations.some(({ email }) => email === guest.email);
        assert.equal(isInvited, !members.includes(guest.userId));
      }
    });

    test('403 without the permission to invite', async () => {
      const editor = await makeMember(server(), ['editor', 'evaluator', 'deployment_manager']);
      const reply = await editor.client.reply.inviteToWorkspace({
        parameters: placeOf(editor),
        body: [{ email: 'friend@jurybox.test', roles: ['viewer'] }],
      });
      assert.equal(expectProblem(reply, 'forbidden')['permission'], 'add_new_user_to_workspace');
    });

    test('403 for admins who invite an owner, and nothing is sent to the others', async () => {
      const admin = await makeMember(server(), ['workspace_admin']);
      const email = `${randomUUID()}@jurybox.test`;
      const reply = await admin.client.reply.inviteToWorkspace({
        parameters: placeOf(admin),
        body: [
          { email, roles: ['viewer'] },
          { email: 'king@jurybox.test', roles: ['viewer', 'owner'] },
        ],
      });
      assert.equal(expectProblem(reply, 'forbidden')['permission'], 'add_new_user_to_workspace');
      const { invitations } = await readOrganization(admin);
      assert.ok(!invitations.some((invitation) => invitation.email === email));
    });

    test('404 for an unknown organization first, then for an unknown workspace', async () => {
      const host = await makeForeigner(server());
      await refusesForeignPlaces(host, await makeForeigner(server()), (client, parameters) =>
        client.reply.inviteToWorkspace({
          parameters,
          body: [{ email: 'guest@jurybox.test', roles: ['viewer'] }],
        }),
      );
      const parameters = { ...placeOf(host), org_id: UNKNOWN_ID };
      const both = { ...parameters, workspace_id: UNKNOWN_ID };
      const reply = await host.client.reply.inviteToWorkspace({ parameters: both, body: [] });
      expectProblem(reply, 'organization_not_found');
      const { id: org_id } = await host.browser.createOrganization({ body: { name: 'other' } });
      const mixed = await host.browser.reply.inviteToWorkspace({
        parameters: { ...parameters, org_id },
        body: [],
      });
      expectProblem(mixed, 'workspace_not_found');
    });

    test('409 if one is a member already, and none of the others is invited', async () => {
      const host = await makeForeigner(server());
      const reply = await host.client.reply.inviteToWorkspace({
        parameters: placeOf(host),
        body: [
          { email: 'fine@jurybox.test', roles: ['viewer'] },
          { email: host.email.toUpperCase(), roles: ['viewer'] },
        ],
      });
      expectProblem(reply, 'already_member');
      assert.deepEqual((await readOrganization(host)).invitations, []);
    });

    test('422 names every fault', async () => {
      const host = await makeForeigner(server());
      const parameters = placeOf(host);
      const send = (body: unknown) =>
        host.client.reply.inviteToWorkspace({ parameters, body: wrong(body) });
      expectInvalid(await send({}), {
        loc: ['body'],
        type: 'list_type',
        msg: 'Input should be a valid list',
      });
      expectInvalid(
        await send([{ email: 'no address', roles: [] }, {}, 'x', { email: 'a@b', roles: ['god'] }]),
        {
          loc: ['body', 0, 'email'],
          type: 'value_error',
          msg: 'Value error, this is not an e-mail address',
        },
        {
          loc: ['body', 0, 'roles'],
          type: 'too_short',
          msg: 'List should have at least 1 item after validation, not 0',
        },
        { loc: ['body', 1, 'email'], type: 'missing' },
        { loc: ['body', 1, 'roles'], type: 'missing' },
        { loc: ['body', 2], type: 'model_attributes_type' },
        { loc: ['body', 3, 'roles', 0], type: 'enum' },
      );
      const crowd = Array.from({ length: 101 }, (_, index) => ({
        email: `${index}@jurybox.test`,
        roles: ['viewer'],
      }));
      expectInvalid(await send(crowd), {
        loc: ['body'],
        type: 'too_long',
        msg: 'List should have at most 100 items after validation, not 101',
      });
      assert.equal((await send(crowd.slice(1))).status, 200);
    });

    test('422 for the same person twice', async () => {
      const host = await makeForeigner(server());
      const reply = await host.client.reply.inviteToWorkspace({
        parameters: placeOf(host),
        body: [
          { email: 'twice@jurybox.test', roles: ['viewer'] },
          { email: 'once@jurybox.test', roles: ['viewer'] },
          { email: 'TWICE@jurybox.test', roles: ['editor'] },
        ],
      });
      expectInvalid(reply, {
        loc: ['body', 2, 'email'],
        type: 'value_error',
        msg: 'Value error, this e-mail is in the list twice',
      });
    });
  });

  describe('withdrawInvitation', () => {
    test('204 ends the link, also if none is pending', async () => {
      const host = await makeForeigner(server());
      const guest = await makeForeigner(server());
      const token = await invite(host, { email: guest.email, roles: ['editor'] });
      const call = { parameters: placeOf(host), query: { email: guest.email.toUpperCase() } };
      assert.equal((await host.client.reply.withdrawInvitation(call)).status, 204);
      expectProblem(await accept(guest, host, token), 'invitation_invalid');
      assert.equal((await host.client.reply.withdrawInvitation(call)).status, 204);
    });

    test('404 organization_not_found and workspace_not_found', async () => {
      const host = await makeForeigner(server());
      const query = { email: 'nobody@jurybox.test' };
      const withdraw = (part: { org_id?: string; workspace_id?: string }) =>
        host.client.reply.withdrawInvitation({ parameters: { ...placeOf(host), ...part }, query });
      expectProblem(await withdraw({ org_id: UNKNOWN_ID }), 'organization_not_found');
      expectProblem(await withdraw({ workspace_id: UNKNOWN_ID }), 'workspace_not_found');
    });

    test('403 for admins who withdraw the invitation of an owner', async () => {
      const host = await makeForeigner(server());
      const admin = await makeForeigner(server());
      const guest = await makeForeigner(server());
      const asAdmin = { email: admin.email, roles: ['workspace_admin'] as const };
      await accept(admin, host, await invite(host, { ...asAdmin, roles: [...asAdmin.roles] }));
      const token = await invite(host, { email: guest.email, roles: ['owner'] });
      const call = { parameters: placeOf(host), query: { email: guest.email } };
      expectProblem(await admin.browser.reply.withdrawInvitation(call), 'forbidden');
      assert.equal((await accept(guest, host, token)).status, 200);
    });
  });

  describe('resendInvitation', () => {
    test('200 makes a new link and ends the old one', async () => {
      const host = await makeForeigner(server());
      const guest = await makeForeigner(server());
      const old = await invite(host, { email: guest.email, roles: ['editor'] });
      const email = guest.email.toUpperCase();
      const parameters = placeOf(host);
      const sent = await host.client.resendInvitation({ parameters, body: { email } });
      assert.deepEqual([sent.email, sent.roles], [guest.email, ['editor']]);
      expectProblem(await accept(guest, host, old), 'invitation_invalid');
      assert.equal((await accept(guest, host, tokenIn(sent.invite_url))).status, 200);
    });

    test('200 restarts the 14 days', async (t) => {
      const host = await makeForeigner(server());
      await invite(host, { email: 'slow@jurybox.test', roles: ['viewer'] });
      const now = Date.now() + 13 * DAY_MS;
      t.mock.timers.enable({ apis: ['Date'], now });
      const body = { email: 'slow@jurybox.test' };
      const sent = await host.client.resendInvitation({ parameters: placeOf(host), body });
      assert.equal(Date.parse(sent.expiration_date), now + 14 * DAY_MS);
    });

    test('400 for people not invited, already members, or with an expired invitation', async (t) => {
      const host = await makeForeigner(server());
      const guest = await makeForeigner(server());
      const parameters = placeOf(host);
      const resend = (email: string) =>
        host.client.reply.resendInvitation({ parameters, body: { email } });
      expectProblem(await resend('nobody@jurybox.test'), 'invitation_invalid');
      await accept(guest, host, await invite(host, { email: guest.email, roles: ['viewer'] }));
      expectProblem(await resend(guest.email), 'invitation_invalid');
      await invite(host, { email: 'late@jurybox.test', roles: ['viewer'] });
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 14 * DAY_MS });
      expectProblem(await resend('late@jurybox.test'), 'invitation_invalid');
    });

    test('403 without the permission to invite', async () => {
      const viewer = await makeMember(server(), ['viewer']);
      const reply = await viewer.client.reply.resendInvitation({
        parameters: placeOf(viewer),
        body: { email: 'guest@jurybox.test' },
      });
      assert.equal(expectProblem(reply, 'forbidden')['permission'], 'add_new_user_to_workspace');
    });

    test('403 for admins who resend the invitation of an owner, which stays valid', async () => {
      const host = await makeForeigner(server());
      const admin = await makeForeigner(server());
      const heir = await makeForeigner(server());
      await accept(
        admin,
        host,
        await invite(host, { email: admin.email, roles: ['workspace_admin'] }),
      );
      const token = await invite(host, { email: heir.email, roles: ['owner'] });
      const reply = await admin.browser.reply.resendInvitation({
        parameters: placeOf(host),
        body: { email: heir.email },
      });
      assert.equal(expectProblem(reply, 'forbidden')['permission'], 'add_new_user_to_workspace');
      assert.equal((await accept(heir, host, token)).status, 200);
    });

    test('404 for an unknown organization or workspace', async () => {
      const host = await makeForeigner(server());
      const codes = await refusesForeignPlaces(
        host,
        await makeForeigner(server()),
        (client, parameters) =>
          client.reply.resendInvitation({ parameters, body: { email: 'guest@jurybox.test' } }),
      );
      assert.deepEqual(codes, new Set(['organization_not_found', 'workspace_not_found']));
    });

    test('422 without the e-mail', async () => {
      const host = await makeForeigner(server());
      const reply = await host.client.reply.resendInvitation({
        parameters: placeOf(host),
        body: wrong({ email: null }),
      });
      expectInvalid(reply, { loc: ['body', 'email'], type: 'string_type' });
    });
  });
});

function readOrganization(host: Member) {
  return host.client.fetchOrganization({ parameters: { org_id: host.organizationId } });
}

type Call = (
  client: Client,
  parameters: { org_id: string; workspace_id: string },
) => ReturnType<Client['reply']['resendInvitation' | 'inviteToWorkspace']>;

/** Checks that unknown, malformed and foreign places look the same; returns the problem codes. */
async function refusesForeignPlaces(host: Member, stranger: Member, call: Call) {
  const codes = new Set<string>();
  for (const org_id of [UNKNOWN_ID, 'nothing', stranger.organizationId]) {
    const reply = await call(host.client, { ...placeOf(host), org_id });
    codes.add(expectProblem(reply, 'organization_not_found').code);
  }
  for (const workspace_id of [UNKNOWN_ID, 'nothing', stranger.workspaceId]) {
    const reply = await call(host.client, { ...placeOf(host), workspace_id });
    codes.add(expectProblem(reply, 'workspace_not_found').code);
  }
  return codes;
}
