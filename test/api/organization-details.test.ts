import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeForeigner, makeMember, unique } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { joinWorkspace } from '../support/join-workspace.ts';
import { statusesOf, UNKNOWN_ID } from '../support/requests.ts';

onEachEngine((server) => {
  describe('fetchOrganization', () => {
    test('200 has the workspaces with their members and roles', async () => {
      const founder = await makeForeigner(server());
      const { id } = await founder.browser.createWorkspace({
        parameters: { org_id: founder.organizationId },
        body: { name: 'more' },
      });
      const parameters = { org_id: founder.organizationId };
      const organization = await founder.browser.fetchOrganization({ parameters });
      assert.equal(organization.default_workspace, founder.workspaceId);
      assert.deepEqual(
        organization.workspaces.map((workspace) => workspace.id),
        [founder.workspaceId, id],
      );
      const member = organization.workspaces[1]?.members[0];
      assert.deepEqual(member?.user, {
        id: founder.userId,
        uid: founder.userId,
        username: founder.email,
        email: founder.email,
      });
      assert.equal(member?.roles[0]?.role_name, 'owner');
      assert.ok(member?.roles[0]?.permissions.includes('modify_user_roles'));
      assert.ok(!member?.roles[0]?.permissions.includes('edit_organization'));
    });

    test('200 takes ids in upper case and without dashes', async () => {
      const founder = await makeForeigner(server());
      const org_id = founder.organizationId.toUpperCase().replaceAll('-', '');
      const organization = await founder.client.fetchOrganization({ parameters: { org_id } });
      assert.equal(organization.id, founder.organizationId);
    });

    test('200 shows a key only its own workspace, which is also its default', async () => {
      const founder = await makeForeigner(server());
      const parameters = { org_id: founder.organizationId };
      const { id: workspace_id } = await founder.browser.createWorkspace({
        parameters,
        body: { name: 'more' },
      });
      const key = await founder.browser.createKey({ query: { workspace_id } });
      const organization = await server().client(key).fetchOrganization({ parameters });
      assert.deepEqual(
        organization.workspaces.map(({ id }) => id),
        [workspace_id],
      );
      assert.equal(organization.default_workspace, workspace_id);
    });

    test('200 for the owner of the organization, even if removed from its workspaces', async () => {
      const founder = await makeForeigner(server());
      const heir = await makeForeigner(server());
      const parameters = { org_id: founder.organizationId, workspace_id: founder.workspaceId };
      await joinWorkspace(founder, { guest: heir, roles: ['owner'] });
      await heir.browser.removeMember({
        parameters,
        query: { org_id: founder.organizationId, email: founder.email },
      });
      const organization = await founder.browser.fetchOrganization({ parameters });
      assert.deepEqual([organization.workspaces, organization.members], [[], []]);
      assert.equal(organization.default_workspace, founder.workspaceId);
      const { members } = await founder.browser.createWorkspace({
        parameters,
        body: { name: 'new' },
      });
      assert.equal(members[0]?.user.id, founder.userId);
    });

    test('200 has an ETag that changes exactly when the body does', async () => {
      const founder = await makeForeigner(server());
      const parameters = { org_id: founder.organizationId, workspace_id: founder.workspaceId };
      const read = () => founder.browser.reply.fetchOrganization({ parameters });
      const changes: (() => Promise<unknown>)[] = [
        () => founder.browser.updateOrganization({ parameters, body: { name: 'renamed' } }),
        () => founder.browser.updateWorkspace({ parameters, body: { description: 'new' } }),
        () =>
          founder.browser.inviteToWorkspace({
            parameters,
            body: [{ email: 'etag@jurybox.test', roles: ['viewer'] }],
          }),
        () =>
          founder.browser.assignRole({
            parameters,
            body: { email: founder.email, organization_id: parameters.org_id, role: 'editor' },
          }),
        () => founder.browser.createWorkspace({ parameters, body: { name: 'another' } }),
      ];
      const etags = new Set([(await read()).headers.get('etag')]);
      for (const change of changes) {
        await change();
        const etag = (await read()).headers.get('etag');
        assert.match(etag ?? '', /^"[\w-]+"$/);
        assert.ok(!etags.has(etag));
        etags.add(etag);
        assert.equal((await read()).headers.get('etag'), etag);
      }
    });

    test('304 for the current ETag', async () => {
      const founder = await makeForeigner(server());
      const parameters = { org_id: founder.organizationId };
      const { headers } = await founder.client.reply.fetchOrganization({ parameters });
      const etag = headers.get('etag') ?? '';
      const again = await founder.client.reply.fetchOrganization({ parameters, ifNoneMatch: etag });
      assert.deepEqual([again.status, again.body], [304, null]);
      assert.equal(again.headers.get('cache-control'), 'private, no-cache');
    });

    test('404 for unknown, malformed and foreign ids alike', async () => {
      const { organizationId } = await makeForeigner(server());
      const details = new Set<string>();
      for (const org_id of [UNKNOWN_ID, 'nothing', organizationId]) {
        const reply = await server().owner.reply.fetchOrganization({ parameters: { org_id } });
        const problem = expectProblem(reply, 'organization_not_found');
        assert.ok(!('field' in problem));
        details.add(problem.detail);
      }
      assert.equal(details.size, 1);
    });
  });

  describe('updateOrganization', () => {
    test('200 changes what was sent and keeps the rest', async () => {
      const founder = await makeForeigner(server());
      const parameters = { org_id: founder.organizationId };
      const body = { name: ' New name ', description: 'about us' };
      const described = await founder.client.updateOrganization({ parameters, body });
      assert.deepEqual([described.name, described.description], ['New name', 'about us']);
      const renamed = await founder.client.updateOrganization({
        parameters,
        body: { name: 'Newer' },
      });
      assert.deepEqual(renamed, { ...described, name: 'Newer' });
      const [listed] = await founder.client.listOrganizations();
      assert.deepEqual(listed, renamed);
    });

    test('200 changes nothing for an empty body', async () => {
      const founder = await makeForeigner(server());
      const parameters = { org_id: founder.organizationId };
      const before = await founder.client.reply.fetchOrganization({ parameters });
      const reply = await founder.client.reply.updateOrganization({ parameters, body: {} });
      assert.equal(reply.status, 200);
      assert.equal(reply.headers.get('etag'), before.headers.get('etag'));
    });

    test('200 with If-Match, and the new ETag is that of the next read', async () => {
      const founder = await makeForeigner(server());
      const parameters = { org_id: founder.organizationId };
      const { headers } = await founder.client.reply.fetchOrganization({ parameters });
      for (const ifMatch of [`"other", ${headers.get('etag')}`, '*']) {
        const reply = await founder.client.reply.updateOrganization({
          parameters,
          body: { name: unique('name') },
          ifMatch,
        });
        assert.equal(reply.status, 200);
        const next = await founder.client.reply.fetchOrganization({ parameters });
        assert.equal(next.headers.get('etag'), reply.headers.get('etag'));
      }
    });

    test('412 for an outdated ETag, and writes nothing', async () => {
      const founder = await makeForeigner(server());
      const parameters = { org_id: founder.organizationId };
      const stale = await founder.client.reply.fetchOrganization({ parameters });
      await founder.client.updateOrganization({ parameters, body: { name: 'first' } });
      const current = await founder.client.reply.fetchOrganization({ parameters });
      for (const ifMatch of [stale.headers.get('etag') ?? '', `W/${stale.headers.get('etag')}`]) {
        const reply = await founder.client.reply.updateOrganization({
          parameters,
          body: { name: 'second' },
          ifMatch,
        });
        expectProblem(reply, 'revision_conflict');
        assert.equal(reply.headers.get('etag'), current.headers.get('etag'));
      }
      const { name } = await founder.client.fetchOrganization({ parameters });
      assert.equal(name, 'first');
    });

    test('412 for all but one of simultaneous requests with the same ETag', async () => {
      const founder = await makeForeigner(server());
      const parameters = { org_id: founder.organizationId };
      const { headers } = await founder.client.reply.fetchOrganization({ parameters });
      const ifMatch = headers.get('etag') ?? '';
      const replies = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          founder.client.reply.updateOrganization({
            parameters,
            body: { name: `name ${index}` },
            ifMatch,
          }),
        ),
      );
      assert.deepEqual(statusesOf(replies), [200, 412, 412, 412, 412, 412, 412, 412]);
    });

    test('403 for owners of a workspace who do not own the organization', async () => {
      const member = await makeMember(server(), ['owner']);
      const reply = await member.browser.reply.updateOrganization({
        parameters: { org_id: member.organizationId },
        body: { name: 'taken over' },
        ifMatch: '"stale"',
      });
      assert.equal(expectProblem(reply, 'forbidden')['permission'], 'edit_organization');
    });

    test('404 for unknown, malformed and foreign ids alike', async () => {
      const { organizationId } = await makeForeigner(server());
      for (const org_id of [UNKNOWN_ID, 'nothing', organizationId]) {
        const reply = await server().owner.reply.updateOrganization({
          parameters: { org_id },
          body: { name: 'mine now' },
        });
        expectProblem(reply, 'organization_not_found');
      }
    });

    test('422 for an invalid name', async () => {
      const { id: org_id } = await server().owner.fetchOwnOrganization();
      const reply = await server().owner.reply.updateOrganization({
        parameters: { org_id },
        body: { name: 'two\nlines' },
      });
      expectInvalid(reply, {
        loc: ['body', 'name'],
        type: 'value_error',
        msg: 'Value error, names cannot contain control characters or line separators',
      });
    });
  });
});
