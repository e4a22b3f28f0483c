import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Member, makeForeigner, makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { expectProblem } from '../support/expect.ts';
import { joinWorkspace } from '../support/join-workspace.ts';
import { OWNER_EMAIL } from '../support/reachable.ts';
import { DAY_MS, tokenIn, UNKNOWN_ID } from '../support/requests.ts';

const PASSWORD = 'an entirely new passphrase';

onEachEngine((server) => {
  /** The browser of an owner of the workspace. */
  const signInOwner = async () => {
    const { browser } = await makeMember(server(), ['owner']);
    return browser;
  };

  const callFor = ({ email, organizationId, workspaceId }: Member) => ({
    parameters: { workspace_id: workspaceId },
    body: { email, organization_id: organizationId },
  });

  const makeToken = async (member: Member) => {
    const owner = await signInOwner();
    return tokenIn((await owner.createPasswordReset(callFor(member))).reset_url);
  };

  const reset = (token: string, new_password = PASSWORD) =>
    server().client().reply.resetPassword({ body: { token, new_password } });

  const logIn = async ({ email }: Member, password = PASSWORD) =>
    (await server().client().reply.logIn({ body: { email, password } })).status;

  describe('createPasswordReset', () => {
    test('201 with a link for a day', async () => {
      const member = await makeMember(server(), ['editor']);
      const owner = await signInOwner();
      const link = await owner.createPasswordReset(callFor(member));
      assert.equal(new URL(link.reset_url).pathname, '/reset');
      const leftMs = Date.parse(link.expiration_date) - Date.now();
      assert.ok(leftMs > DAY_MS - 60_000 && leftMs <= DAY_MS);
    });

    test('401 for keys, 403 for admins, oneself, and accounts with other workspaces', async () => {
      const member = await makeMember(server(), ['viewer']);
      expectProblem(
        await server().owner.reply.createPasswordReset(callFor(member)),
        'unauthenticated',
      );
      const admin = await makeMember(server(), ['workspace_admin']);
      expectProblem(await admin.browser.reply.createPasswordReset(callFor(member)), 'forbidden');
      const owner = await makeMember(server(), ['owner']);
      expectProblem(await owner.browser.reply.createPasswordReset(callFor(owner)), 'forbidden');
      const first = { ...owner, email: OWNER_EMAIL };
      expectProblem(await owner.browser.reply.createPasswordReset(callFor(first)), 'forbidden');
      const host = await makeForeigner(server());
      await joinWorkspace(host, { guest: member, roles: ['viewer'] });
      expectProblem(await owner.browser.reply.createPasswordReset(callFor(member)), 'forbidden');
    });

    test('404 for an unknown member, workspace or organization', async () => {
      const owner = await makeMember(server(), ['owner']);
      const { browser } = owner;
      const elsewhere = callFor({ ...owner, workspaceId: UNKNOWN_ID });
      expectProblem(await browser.reply.createPasswordReset(elsewhere), 'workspace_not_found');
      const foreign = callFor({ ...owner, organizationId: UNKNOWN_ID });
      expectProblem(await browser.reply.createPasswordReset(foreign), 'organization_not_found');
      const stranger = { ...owner, email: 'nobody@jurybox.test' };
      expectProblem(
        await owner.browser.reply.createPasswordReset(callFor(stranger)),
        'user_not_found',
      );
    });
  });

  describe('resetPassword', () => {
    test('204 once: the new password works, sessions end, keys stay', async () => {
      const member = await makeMember(server(), ['editor']);
      const token = await makeToken(member);
      await member.browser.fetchProfile();
      assert.equal((await reset(token)).status, 204);
      assert.equal(await logIn(member), 200);
      expectProblem(await member.browser.reply.fetchProfile(), 'unauthenticated');
      await member.client.fetchProfile();
      expectProblem(await reset(token, 'yet another passphrase'), 'reset_link_invalid');
      assert.equal(await logIn(member), 200);
    });

    test('204 for one of simultaneous requests', async () => {
      const member = await makeMember(server(), ['editor']);
      const token = await makeToken(member);
      const replies = await Promise.all([1, 2, 3].map(() => reset(token)));
      assert.deepEqual(
        replies.map(({ status }) => status).sort((one, other) => one - other),
        [204, 400, 400],
      );
    });

    test('400 for unknown, replaced and expired links alike', async (t) => {
      const member = await makeMember(server(), ['editor']);
      const replaced = await makeToken(member);
      const token = await makeToken(member);
      const details = new Set<string>();
      for (const wrong of ['unknown', replaced]) {
        details.add(expectProblem(await reset(wrong), 'reset_link_invalid').detail);
      }
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + DAY_MS });
      details.add(expectProblem(await reset(token), 'reset_link_invalid').detail);
      assert.equal(details.size, 1);
      assert.equal(await logIn(member), 401);
    });

    test('400 once its creator could no longer create it', async () => {
      const [member, traveller] = [
        await makeMember(server(), ['editor']),
        await makeMember(server(), ['editor']),
      ];
      const maker = await makeMember(server(), ['owner']);
      const make = async (one: Member) =>
        tokenIn((await maker.browser.createPasswordReset(callFor(one))).reset_url);
      const [token, other] = [await make(member), await make(traveller)];
      // The account now reaches into another organization.
      const host = await makeForeigner(server());
      await joinWorkspace(host, { guest: traveller, roles: ['viewer'] });
      expectProblem(await reset(other), 'reset_link_invalid');
      await server().owner.removeMember({
        parameters: { workspace_id: maker.workspaceId },
        query: { org_id: maker.organizationId, email: maker.email },
      });
      expectProblem(await reset(token), 'reset_link_invalid');
    });

    test('422 for a common password, and the link still works', async () => {
      const member = await makeMember(server(), ['editor']);
      const token = await makeToken(member);
      assert.equal((await reset(token, '01234567890123456789')).status, 422);
      assert.equal((await reset(token)).status, 204);
    });

    test('429 after many attempts from one address', async (t) => {
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 10 * 60_000 });
      let last = await reset('unknown');
      for (let made = 0; made < 25 && last.status === 400; made += 1) last = await reset('unknown');
      expectProblem(last, 'rate_limited');
      assert.ok(Number(last.headers.get('retry-after')) > 0);
    });
  });
});
