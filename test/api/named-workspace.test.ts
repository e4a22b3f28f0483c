import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createClient } from '../../src/client/client.ts';
import { type Member, makeApp, makeForeigner } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { enter, makeLink } from '../support/guests.ts';
import { UNKNOWN_ID } from '../support/requests.ts';

onEachEngine((server) => {
  /** A page that names the workspace it is about. */
  const page = ({ cookie }: Pick<Member, 'cookie'>, workspaceId: string) =>
    createClient({
      baseUrl: server().url,
      headers: { cookie, 'sec-fetch-site': 'same-origin', 'jurybox-workspace': workspaceId },
    });

  /** A member of two workspaces, with an app in the second. */
  const prepare = async () => {
    const founder = await makeForeigner(server());
    const { id: elsewhere } = await founder.browser.createWorkspace({
      parameters: { org_id: founder.organizationId },
      body: { name: 'elsewhere' },
    });
    const { app_id } = await founder.browser.createApp({
      body: { app_name: 'app', workspace_id: elsewhere },
    });
    return { founder, here: founder.workspaceId, elsewhere, app: { parameters: { app_id } } };
  };

  describe('a session that names a workspace', () => {
    test('200 for an app of that workspace, in any spelling of the id', async () => {
      const { founder, elsewhere, app } = await prepare();
      for (const spelling of [elsewhere, elsewhere.toUpperCase(), elsewhere.replaceAll('-', '')]) {
        const { workspace_id } = await page(founder, spelling).fetchApp(app);
        assert.equal(workspace_id, elsewhere);
      }
    });

    test('404 for an app of another workspace of the user', async () => {
      const { founder, here, app } = await prepare();
      expectProblem(await page(founder, here).reply.fetchApp(app), 'app_not_found');
      await founder.browser.fetchApp(app);
    });

    test('404 in a workspace without the user, as in an unknown one', async () => {
      const { founder, app } = await prepare();
      const stranger = await makeForeigner(server());
      const foreign = { parameters: await makeApp(stranger.client) };
      for (const workspaceId of [stranger.workspaceId, UNKNOWN_ID]) {
        for (const call of [app, foreign]) {
          const reply = await page(founder, workspaceId).reply.fetchApp(call);
          expectProblem(reply, 'app_not_found');
        }
      }
    });

    test('401 once the session has ended, in any workspace', async () => {
      const { founder, here, elsewhere, app } = await prepare();
      await founder.browser.logOut();
      for (const workspaceId of [here, elsewhere]) {
        const reply = await page(founder, workspaceId).reply.fetchApp(app);
        expectProblem(reply, 'unauthenticated');
      }
    });

    test('200 lists the same organizations, and has the same profile', async () => {
      const { founder, elsewhere } = await prepare();
      for (const workspaceId of [elsewhere, UNKNOWN_ID]) {
        const client = page(founder, workspaceId);
        assert.deepEqual(
          await client.listOrganizations(),
          await founder.browser.listOrganizations(),
        );
        assert.deepEqual(await client.fetchProfile(), await founder.browser.fetchProfile());
        const parameters = { org_id: founder.organizationId };
        const { workspaces } = await client.fetchOrganization({ parameters });
        assert.equal(workspaces.length, 2);
      }
    });

    test('gets the workspace of an answer in a header, even if it named none', async () => {
      const { founder, elsewhere, app } = await prepare();
      for (const client of [founder.browser, page(founder, elsewhere)]) {
        const { headers } = await client.reply.fetchApp(app);
        assert.equal(headers.get('jurybox-workspace'), elsewhere);
      }
      const { headers } = await founder.browser.reply.listOrganizations();
      assert.equal(headers.get('jurybox-workspace'), null);
    });

    test('422 for a malformed id', async () => {
      const { founder, app } = await prepare();
      const loc = ['header', 'jurybox-workspace'];
      for (const workspaceId of ['', 'here', `${UNKNOWN_ID}, ${UNKNOWN_ID}`]) {
        const reply = await page(founder, workspaceId).reply.fetchApp(app);
        expectInvalid(reply, { loc, type: 'value_error' });
      }
      const ended = { cookie: 'jurybox_session=unknown' };
      expectProblem(await page(ended, 'here').reply.fetchApp(app), 'unauthenticated');
    });
  });

  describe('a guest who names a workspace', () => {
    test('stays in the workspace of their token, and gets no header', async () => {
      const made = await makeHumanEvaluation(server().owner, { rows: numberedRows(1) });
      const link = await makeLink(server().owner, { evaluationId: made.evaluation_id });
      const guest = await enter(server(), link);
      const parameters = { evaluation_id: guest.evaluationId };
      const reply = await page(guest, UNKNOWN_ID).reply.fetchBrief({ parameters });
      assert.equal(reply.status, 200);
      assert.equal(reply.headers.get('jurybox-workspace'), null);
    });
  });
});
