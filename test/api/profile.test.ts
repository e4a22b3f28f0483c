import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeForeigner, makeMember, unique } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { expectProblem } from '../support/expect.ts';
import { enter, makeLink } from '../support/guests.ts';
import { OWNER_EMAIL } from '../support/reachable.ts';
import { ID, TIMESTAMP, unknownIds } from '../support/unknown-ids.ts';

onEachEngine((server) => {
  describe('checkSession', () => {
    test('200 is null for visitors, and for sessions that have ended', async () => {
      assert.deepEqual(await server().client().checkSession(), { profile: null });
      const { browser } = await makeMember(server(), ['viewer']);
      await browser.logOut();
      assert.deepEqual(await browser.checkSession(), { profile: null });
    });

    test('200 is the member who is signed in', async () => {
      const { browser } = await makeMember(server(), ['viewer']);
      const profile = await browser.fetchProfile();
      assert.deepEqual(await browser.checkSession(), { profile });
      for (const profile_id of [crypto.randomUUID(), 'nobody']) {
        assert.deepEqual(await browser.checkSession({ query: { profile_id } }), { profile: null });
      }
    });

    test('200 is the guest, in their evaluation only', async () => {
      const link = await makeLink(server().owner);
      const { id, browser, evaluationId } = await enter(server(), link, 'Reviewer');
      const profile = await browser.fetchProfile();
      const other = await makeLink(server().owner);
      const queries = [
        [{ evaluation_id: evaluationId }, profile],
        [{ evaluation_id: evaluationId, profile_id: id }, profile],
        [{ evaluation_id: evaluationId, profile_id: other.evaluationId }, null],
        [{ evaluation_id: other.evaluationId }, null],
        [{ evaluation_id: 'nothing' }, null],
        [{}, null],
      ] as const;
      for (const [query, expected] of queries) {
        assert.deepEqual(await browser.checkSession({ query }), { profile: expected });
      }
    });

    test('200 is the named guest, beside a member', async () => {
      const member = await makeMember(server(), ['viewer']);
      const guest = await enter(server(), await makeLink(server().owner));
      const both = server().browser(`${member.cookie}; ${guest.cookie}`);
      const evaluation_id = guest.evaluationId;
      const unnamed = await both.checkSession({ query: { evaluation_id } });
      assert.equal(unnamed.profile?.id, member.userId);
      const named = await both.checkSession({ query: { evaluation_id, profile_id: guest.id } });
      assert.equal(named.profile?.id, guest.id);
    });
  });

  describe('fetchProfile', () => {
    test('200 is the user behind the key', async () => {
      const profile = await server().owner.fetchProfile();
      assert.match(profile.id, ID);
      assert.match(profile.created_at, TIMESTAMP);
      assert.deepEqual(profile, {
        id: profile.id,
        uid: profile.id,
        username: 'owner',
        email: OWNER_EMAIL,
        created_at: profile.created_at,
        updated_at: profile.created_at,
      });
    });

    test('200 is the same through a session', async () => {
      const member = await makeMember(server(), ['viewer']);
      const profile = await member.browser.fetchProfile();
      assert.deepEqual(profile, await member.client.fetchProfile());
      assert.deepEqual([profile.id, profile.email], [member.userId, member.email]);
    });

    test('200 for users who no longer belong to a workspace', async () => {
      const member = await makeMember(server(), ['viewer']);
      await server().owner.removeMember({
        parameters: { workspace_id: member.workspaceId },
        query: { org_id: member.organizationId, email: member.email },
      });
      assert.equal((await member.browser.fetchProfile()).id, member.userId);
    });

    test('200 is the guest behind a link, who has a name and no e-mail', async () => {
      const { id, browser } = await enter(server(), await makeLink(server().owner), 'Reviewer');
      const profile = await browser.fetchProfile();
      assert.match(profile.created_at, TIMESTAMP);
      assert.deepEqual(profile, {
        id,
        uid: id,
        username: 'Reviewer',
        email: '',
        created_at: profile.created_at,
        updated_at: profile.created_at,
      });
    });

    test('200 is another user if the caller shares a workspace with them', async () => {
      const { owner } = server();
      const member = await makeMember(server(), ['viewer']);
      const query = { user_id: member.userId };
      const profile = await owner.fetchProfile({ query });
      assert.deepEqual(profile, await member.client.fetchProfile());
      assert.deepEqual(await member.client.fetchProfile({ query }), profile);
      assert.deepEqual(
        await owner.fetchProfile({ query: { user_id: '' } }),
        await owner.fetchProfile(),
      );
      const other = await makeMember(server(), ['evaluator']);
      assert.equal((await other.browser.fetchProfile({ query })).email, member.email);
    });

    test('404 for a user with whom the caller shares no workspace', async () => {
      const { owner } = server();
      const foreigner = await makeForeigner(server());
      const { id: ownerId } = await owner.fetchProfile();
      for (const user_id of [...unknownIds(), foreigner.userId]) {
        const reply = await owner.reply.fetchProfile({ query: { user_id } });
        assert.equal(expectProblem(reply, 'user_not_found')['field'], undefined);
      }
      const call = { query: { user_id: ownerId } };
      expectProblem(await foreigner.client.reply.fetchProfile(call), 'user_not_found');
      expectProblem(await foreigner.browser.reply.fetchProfile(call), 'user_not_found');
    });

    test('404 through a key of another workspace than the shared one', async () => {
      const { owner } = server();
      const member = await makeMember(server(), ['viewer']);
      const { id: ownerId } = await owner.fetchProfile();
      const own = await member.browser.createOrganization({ body: { name: unique('org') } });
      const { default_workspace } = await member.browser.fetchOrganization({
        parameters: { org_id: own.id },
      });
      const key = await member.browser.createKey({ query: { workspace_id: default_workspace } });
      const query = { user_id: ownerId };
      expectProblem(await server().client(key).reply.fetchProfile({ query }), 'user_not_found');
      assert.equal((await member.browser.fetchProfile({ query })).id, ownerId);
      assert.equal((await member.client.fetchProfile({ query })).id, ownerId);
    });

    test('404 for guests who ask about other people', async () => {
      const { owner } = server();
      const { id, browser } = await enter(server(), await makeLink(owner), 'Reviewer');
      const { id: ownerId } = await owner.fetchProfile();
      assert.equal((await browser.fetchProfile({ query: { user_id: id } })).username, 'Reviewer');
      for (const user_id of [ownerId, ...unknownIds()]) {
        expectProblem(await browser.reply.fetchProfile({ query: { user_id } }), 'user_not_found');
      }
      expectProblem(await owner.reply.fetchProfile({ query: { user_id: id } }), 'user_not_found');
    });

    test('401 without a valid credential', async () => {
      for (const key of [undefined, 'short', `unknown1.${'0'.repeat(64)}`, 'x'.repeat(300)]) {
        const reply = await server().client(key).reply.fetchProfile();
        expectProblem(reply, 'unauthenticated');
        assert.equal(reply.headers.get('www-authenticate'), 'ApiKey realm="jurybox"');
      }
    });
  });
});
