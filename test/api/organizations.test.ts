import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import { makeForeigner, makeMember, unique } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { joinWorkspace } from '../support/join-workspace.ts';
import { cursorIn, DAY_MS, UNKNOWN_ID, wrong } from '../support/requests.ts';

onEachEngine((server) => {
  describe('listOrganizations', () => {
    test('200 lists the organizations of the caller, and no others', async () => {
      const founder = await makeForeigner(server());
      const [organization, ...others] = await founder.browser.listOrganizations();
      assert.deepEqual(others, []);
      assert.deepEqual(organization, {
        id: founder.organizationId,
        name: organization?.name,
        description: '',
        type: 'default',
        owner: founder.userId,
        members: [founder.userId],
        invitations: [],
        is_paying: false,
      });
    });

    test('200 shows a key only the organization of its workspace', async () => {
      const founder = await makeForeigner(server());
      await founder.browser.createOrganization({ body: { name: 'second' } });
      assert.equal((await founder.browser.listOrganizations()).length, 2);
      const organizations = await founder.client.listOrganizations();
      assert.deepEqual(
        organizations.map(({ id }) => id),
        [founder.organizationId],
      );
    });

    test('200 lists as members only users who share a workspace with the caller', async () => {
      const founder = await makeForeigner(server());
      const { id: workspace_id } = await founder.browser.createWorkspace({
        parameters: { org_id: founder.organizationId },
        body: { name: 'apart' },
      });
      const guest = await makeForeigner(server());
      await joinWorkspace(founder, { guest, roles: ['viewer'], workspaceId: workspace_id });
      const membersFor = async (client: Client) => {
        const organizations = await client.listOrganizations();
        return organizations.find(({ id }) => id === founder.organizationId)?.members;
      };
      assert.deepEqual(await membersFor(founder.browser), [founder.userId, guest.userId]);
      assert.deepEqual(await membersFor(guest.browser), [founder.userId, guest.userId]);
      assert.deepEqual(await membersFor(founder.client), [founder.userId]);
    });

    test('200 shows pending invitations only to members who may invite', async () => {
      const admin = await makeMember(server(), ['workspace_admin']);
      const editor = await makeMember(server(), ['editor', 'deployment_manager']);
      const email = `${unique('guest').replace(' ', '-')}@jurybox.test`;
      const [sent] = await admin.client.inviteToWorkspace({
        parameters: { org_id: admin.organizationId, workspace_id: admin.workspaceId },
        body: [{ email, roles: ['evaluator', 'viewer'] }],
      });
      const [shown] = await admin.client.listOrganizations();
      assert.deepEqual(
        shown?.invitations.find((invitation) => invitation.email === email),
        {
          email,
          roles: ['viewer', 'evaluator'],
          workspace_id: admin.workspaceId,
          expiration_date: sent?.expiration_date,
        },
      );
      const [hidden] = await editor.client.listOrganizations();
      assert.deepEqual(hidden?.invitations, []);
    });

    test('200 leaves out expired invitations', async (t) => {
      const founder = await makeForeigner(server());
      await founder.browser.inviteToWorkspace({
        parameters: { org_id: founder.organizationId, workspace_id: founder.workspaceId },
        body: [{ email: 'late@jurybox.test', roles: ['viewer'] }],
      });
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 14 * DAY_MS });
      const [organization] = await founder.client.listOrganizations();
      assert.deepEqual(organization?.invitations, []);
    });

    test('200 pages by age without losing or repeating any', async (t) => {
      const founder = await makeForeigner(server());
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
      for (const name of ['b', 'a', 'c']) {
        t.mock.timers.tick(1);
        await founder.browser.createOrganization({ body: { name } });
      }
      const whole = await founder.browser.listOrganizations();
      const walked: typeof whole = [];
      let cursor: string | undefined;
      do {
        const page = await founder.browser.reply.listOrganizations({
          query: { limit: 3, ...(cursor === undefined ? {} : { cursor }) },
        });
        walked.push(...page.body);
        cursor = cursorIn(page.headers);
      } while (cursor !== undefined);
      assert.deepEqual(walked, whole);
      assert.deepEqual(
        whole.slice(1).map(({ name }) => name),
        ['b', 'a', 'c'],
      );
    });

    test('400 for a forged cursor', async () => {
      const query = { limit: 1, cursor: 'forged.cursor' };
      expectProblem(await server().owner.reply.listOrganizations({ query }), 'invalid_cursor');
    });

    test('401 without a credential', async () => {
      expectProblem(await server().client().reply.listOrganizations(), 'unauthenticated');
    });

    test('422 for a limit out of range', async () => {
      expectInvalid(await server().owner.reply.listOrganizations({ query: { limit: 0 } }), {
        loc: ['query', 'limit'],
        type: 'greater_than_equal',
        msg: 'Input should be greater than or equal to 1',
      });
    });
  });

  describe('createOrganization', () => {
    test('200 creates an organization with a default workspace that the caller owns', async () => {
      const founder = await makeForeigner(server());
      const made = await founder.browser.reply.createOrganization({
        body: { name: '  Judges  ', description: 'They judge.', type: 'team' },
      });
      assert.deepEqual(made.body, {
        id: made.body.id,
        name: 'Judges',
        description: 'They judge.',
        type: 'team',
        owner: founder.userId,
        members: [founder.userId],
        invitations: [],
        is_paying: false,
      });
      assert.equal(made.headers.get('location'), `/api/organizations/${made.body.id}`);
      const organization = await founder.browser.fetchOrganization({
        parameters: { org_id: made.body.id },
      });
      const [workspace] = organization.workspaces;
      assert.equal(workspace?.id, organization.default_workspace);
      assert.deepEqual(
        workspace?.members.map(({ user, roles }) => [user.id, roles.map((role) => role.role_name)]),
        [[founder.userId, ['owner']]],
      );
    });

    test('200 accepts the caller as owner, in any spelling of the id', async () => {
      const founder = await makeForeigner(server());
      const owner = founder.userId.toUpperCase().replaceAll('-', '');
      const made = await founder.client.createOrganization({ body: { name: 'mine', owner } });
      assert.equal(made.owner, founder.userId);
    });

    test('200 again, without a second organization, for the same idempotency key', async () => {
      const founder = await makeForeigner(server());
      const call = { body: { name: 'once' }, idempotencyKey: unique('key').replace(' ', '-') };
      const first = await founder.browser.reply.createOrganization(call);
      const again = await founder.browser.reply.createOrganization(call);
      assert.deepEqual(again.body, first.body);
      assert.equal(again.headers.get('location'), first.headers.get('location'));
      assert.equal(again.headers.get('idempotent-replayed'), 'true');
      assert.equal((await founder.browser.listOrganizations()).length, 2);
    });

    test('403 for another user as owner, and creates nothing', async () => {
      const founder = await makeForeigner(server());
      for (const owner of [UNKNOWN_ID, 'no id', '']) {
        const reply = await founder.browser.reply.createOrganization({
          body: { name: 'theirs', owner },
        });
        assert.equal(expectProblem(reply, 'forbidden')['permission'], 'edit_organization');
      }
      assert.equal((await founder.browser.listOrganizations()).length, 1);
    });

    test('422 names every fault', async () => {
      const create = server().owner.reply.createOrganization;
      expectInvalid(await create({ body: wrong({}) }), {
        loc: ['body', 'name'],
        type: 'missing',
        msg: 'Field required',
      });
      expectInvalid(
        await create({ body: wrong({ name: ' ', description: 'x'.repeat(2001), owner: 7 }) }),
        {
          loc: ['body', 'name'],
          type: 'string_too_short',
          msg: 'String should have at least 1 character',
        },
        {
          loc: ['body', 'description'],
          type: 'string_too_long',
          msg: 'String should have at most 2000 characters',
        },
        { loc: ['body', 'owner'], type: 'string_type', msg: 'Input should be a valid string' },
      );
    });
  });

  describe('fetchOwnOrganization', () => {
    test('200 is the first one the caller owns', async () => {
      const founder = await makeForeigner(server());
      const [first] = await founder.browser.listOrganizations();
      await founder.browser.createOrganization({ body: { name: 'later' } });
      const own = await founder.browser.fetchOwnOrganization();
      assert.deepEqual(own, { id: founder.organizationId, name: first?.name });
    });

    test('404 for members who own no organization', async () => {
      const member = await makeMember(server(), ['owner']);
      for (const client of [member.browser, member.client]) {
        expectProblem(await client.reply.fetchOwnOrganization(), 'organization_not_found');
      }
    });

    test('404 for a key in the organization of another user', async () => {
      const member = await makeMember(server(), ['viewer']);
      const own = await member.browser.createOrganization({ body: { name: unique('own') } });
      assert.equal((await member.browser.fetchOwnOrganization()).id, own.id);
      expectProblem(await member.client.reply.fetchOwnOrganization(), 'organization_not_found');
    });
  });
});

onEachEngine(
  (server) => {
    describe('createOrganization unless the operator opens it', () => {
      test('403 for all but the owner of the installation', async () => {
        const member = await makeMember(server(), ['owner']);
        const body = { name: unique('org') };
        for (const client of [member.browser, member.client]) {
          expectProblem(await client.reply.createOrganization({ body }), 'forbidden');
        }
        assert.equal((await member.browser.listOrganizations()).length, 1);
        assert.equal((await server().owner.reply.createOrganization({ body })).status, 200);
      });

      test('409 beyond ORGANIZATIONS_PER_USER, also for simultaneous requests', async () => {
        const create = () =>
          server().owner.reply.createOrganization({ body: { name: unique('org') } });
        const replies = await Promise.all(Array.from({ length: 6 }, create));
        for (const reply of replies.filter(({ status }) => status !== 200)) {
          expectProblem(reply, 'quota_exceeded');
        }
        expectProblem(await create(), 'quota_exceeded');
        assert.equal((await server().owner.listOrganizations()).length <= 4, true);
      });
    });
  },
  { environment: { ORGANIZATIONS: '', ORGANIZATIONS_PER_USER: '4' } },
);
