import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeMember } from '../support/builders.ts';
import { editorText, replaceText } from './support/editors.ts';
import { follow } from './support/follow.ts';
import { furnish } from './support/furniture.ts';
import { painted } from './support/judge-page.ts';
import { stage } from './support/stage.ts';

const { server, owner, signIn, openPage } = stage();

describe('when something goes wrong', () => {
  test('a session that ended, or was signed out while unsaved work kept the page open, is renewed in place, and the work is saved', async () => {
    const member = await makeMember(server(), ['editor']);
    const { appId, conciseId } = await furnish(owner(), 'ended sessions');
    const person = { email: member.email, password: 'another long passphrase' };
    const page = await signIn({ as: person, expected: /401 \(Unauthorized\)/ });
    await page.goto(`/apps/${appId}/variants/${conciseId}`);
    await replaceText(page, 'prompt_user', 'typed before the end {{question}}');
    const sessions = await member.browser.listSessions();
    for (const { id } of sessions) {
      await member.browser.reply.endSession({ parameters: { session_id: id } });
    }
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    // The dialog opens by itself, so a click or key meant for the page does not close it.
    await page.mouse.click(5, 5);
    await page.keyboard.press('Escape');
    await dialog.getByLabel('Password').fill(person.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved as revision 3.').waitFor();
    assert.equal(await editorText(page, 'prompt_user'), 'typed before the end {{question}}');

    const { app_id } = await owner().createApp({ body: { app_name: 'not yet' } });
    const { id } = await owner().createTestset({
      parameters: { app_id },
      body: { name: 'cases', csvdata: [{ question: 'one' }] },
    });
    await follow(page, `/apps/${app_id}/testsets/${id}`);
    await page.getByRole('grid').focus();
    await page.keyboard.type('typed before');
    await page.keyboard.press('Enter');
    const stay = async (leave: () => Promise<void>) => {
      const { promise: stayed, resolve } = Promise.withResolvers<void>();
      page.once('dialog', (question) => void question.dismiss().then(resolve));
      await leave();
      await stayed;
    };
    await stay(async () => {
      await page.getByRole('button', { name: member.email }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    });
    await page.getByRole('gridcell', { name: 'typed before' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    const signInDialog = page.getByRole('dialog', { name: 'Sign in again' });
    await signInDialog.waitFor();
    await stay(() => signInDialog.getByRole('button', { name: 'Leave this page' }).click());
    await signInDialog.getByLabel('Password').fill(person.password);
    await signInDialog.getByRole('button', { name: 'Sign in' }).click();
    await signInDialog.waitFor({ state: 'detached' });
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved as revision 2.').waitFor();
    await page.getByRole('gridcell', { name: 'typed before' }).waitFor();
  });

  test('the form reports a taken name and an unreachable server, and keeps its input', async () => {
    await owner().createApp({ body: { app_name: 'taken' } });
    const page = await signIn({
      expected: /409 \(Conflict\)|ERR_(FAILED|INTERNET_DISCONNECTED)|Failed to load/,
    });
    await page.goto('/apps');
    await page.getByRole('button', { name: 'Create app' }).click();
    await page.getByLabel('App name').fill('TAKEN');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('alert').getByText('name').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: 'Create app' }).first().click();
    await page.getByLabel('App name').fill('typed while away');
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('Jurybox could not be reached.').waitFor();
    await page.context().setOffline(false);
    assert.equal(await page.getByLabel('App name').inputValue(), 'typed while away');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'typed while away' }).waitFor();
  });

  test('an unknown address shows a page with a way back, and a page whose data fails to load says why and offers another try', async () => {
    const page = await signIn({ expected: /404 \(Not Found\)|500 \(Internal Server Error\)/ });
    const unknown = '00000000-0000-7000-8000-000000000000';
    await page.goto('/no/such/page');
    const nothing = page.getByRole('heading', { name: 'Nothing here' });
    await nothing.waitFor();
    for (const path of [`/apps/${unknown}`, `/apps/${unknown}/testsets/${unknown}`]) {
      await follow(page, '/apps');
      await nothing.waitFor({ state: 'hidden' });
      await follow(page, path);
      await nothing.waitFor();
    }
    await page.getByRole('link', { name: 'Go to your apps' }).click();
    await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();

    const { appId } = await furnish(owner(), 'slow starter');
    await page.route('**/api/apps/*', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        headers: { 'x-request-id': 'request-7' },
        body: '{"code":"internal","detail":"Something broke."}',
      }),
    );
    await follow(page, `/apps/${appId}`);
    await page.getByText('report it with the request id request-7').waitFor();
    await page.unroute('**/api/apps/*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'slow starter' }).waitFor();
  });

  test('a failed request is reported at the top of the page or in its dialog, and Try again loads the missing part', async () => {
    const page = await signIn({ expected: /400 \(Bad Request\)/ });
    const { appId, conciseId } = await furnish(owner(), 'half a page');
    const app = `/apps/${appId}`;
    await owner().createTestset({
      parameters: { app_id: appId },
      body: { name: 'sofas', csvdata: [{ question: 'one' }] },
    });
    for (const { path, opener, request, part } of [
      { path: app, request: '**/environments', part: 'nothing deployed' },
      { path: `${app}/evaluations/new`, request: '**/api/testsets?*', part: 'sofas (1 row)' },
      {
        path: app,
        opener: 'Search',
        request: '**/destinations?*',
        part: 'half a page / Test sets',
      },
      {
        path: `${app}/variants/${conciseId}`,
        opener: 'Deploy…',
        request: '**/environments',
        part: 'Nothing is deployed there yet',
      },
    ]) {
      await page.route(request, (route) =>
        route.fulfill({
          status: 400,
          contentType: 'application/problem+json',
          body: '{"code":"invalid_request","detail":"It was lost on its way."}',
        }),
      );
      await page.goto(path);
      if (opener !== undefined) await page.getByRole('button', { name: opener }).click();
      const place = opener === undefined ? page.locator('main') : page.getByRole('dialog');
      const notice = place.getByRole('alert').filter({ hasText: 'It was lost on its way.' });
      await notice.waitFor();
      assert.equal(await place.getByText(part).count(), 0, part);
      await page.unroute(request);
      await notice.getByRole('button', { name: 'Try again' }).click();
      await place.getByText(part).first().waitFor({ state: 'attached' });
      await notice.waitFor({ state: 'detached' });
    }
  });

  test('what the role does not allow is not offered, and is refused with a sentence', async () => {
    const viewer = await makeMember(server(), ['viewer']);
    const { appId, conciseId } = await furnish(owner(), 'look only');
    const page = await signIn({
      as: { email: viewer.email, password: 'another long passphrase' },
      expected: /403 \(Forbidden\)/,
    });
    await page.goto(`/apps/${appId}/variants/${conciseId}`);
    await page.getByRole('heading', { level: 1, name: 'concise' }).waitFor();
    await page.getByText('Two sentences at most').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Deploy…' }).count(), 0);
    await owner().assignRole({
      parameters: { workspace_id: viewer.workspaceId },
      body: { email: viewer.email, organization_id: viewer.organizationId, role: 'editor' },
    });
    await page.goto('/apps');
    await page.getByRole('button', { name: 'Create app' }).click();
    await page.getByLabel('App name').fill('too late');
    await owner().unassignRole({
      parameters: { workspace_id: viewer.workspaceId },
      query: { email: viewer.email, org_id: viewer.organizationId, role: 'editor' },
    });
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const alert = page.getByRole('alert');
    await alert.getByText(/do not allow that .*Ask one of its owners for a role/).waitFor();
  });

  test('a refusal with a specific reason shows that reason', async () => {
    const member = await makeMember(server(), ['viewer']);
    await member.browser.createOrganization({ body: { name: 'elsewhere' } });
    const page = await signIn({ expected: /403 \(Forbidden\)/ });
    await page.goto('/settings/members');
    await page.getByRole('button', { name: `Actions for ${member.email}` }).click();
    await page.getByRole('menuitem', { name: 'New password link…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Create link' }).click();
    const toasts = page.getByRole('region', { name: 'Notifications' });
    await toasts.getByText('only an owner of all of them can make this link').waitFor();
  });

  test('signing in leads back to the requested page, and never to another site', async () => {
    const page = await openPage({ expected: /429/ });
    for (const [next, expected] of [
      ['/settings/keys', '/settings/keys'],
      ['https://evil.example/apps', '/apps'],
      ['//evil.example', '/apps'],
      ['javascript:alert(1)', '/apps'],
    ] as const) {
      await page.context().clearCookies();
      await page.goto(`/login?next=${encodeURIComponent(JSON.stringify(next))}`);
      const member = await makeMember(server(), ['viewer']);
      await page.getByLabel('E-mail').fill(member.email);
      await page.getByLabel('Password').fill('another long passphrase');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(`${server().url}${expected}`);
      // Without a session, late requests of the page would be answered with 401.
      await page.goto('about:blank');
    }
  });

  test('a form keeps its input when a refresh behind it fails', async () => {
    const page = await signIn({ expected: /403 \(Forbidden\)/, with: 'alone' });
    await page.goto('/settings/audit');
    const days = page.getByLabel('Delete evaluations after (days)');
    await days.fill('365');
    await page.route('**/retention', (route) => route.fulfill({ status: 403 }));
    await page.clock.setFixedTime(Date.now() + 60_000);
    const refused = page.waitForResponse('**/retention');
    // Old data is fetched again when the user returns to the tab.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await refused;
    await painted(page);
    assert.equal(await days.inputValue(), '365');
  });
});
