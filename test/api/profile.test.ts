import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { expectProblem } from '../support/expect.ts';
import { enter, makeLink } from '../support/guests.ts';
import { OWNER_EMAIL } from '../support/running-server.ts';
import { ID, TIMESTAMP } from '../support/unknown-ids.ts';

onEachEngine((server) => {
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

    test('200 for who belongs to no workspace any more', async () => {
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

    test('401 without a credential, and with one that is none', async () => {
      for (const key of [undefined, 'short', `unknown1.${'0'.repeat(64)}`, 'x'.repeat(300)]) {
        const reply = await server().client(key).reply.fetchProfile();
        expectProblem(reply, 'unauthenticated');
        assert.equal(reply.headers.get('www-authenticate'), 'ApiKey realm="jurybox"');
      }
    });
  });
});
