import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { createClient } from '../../src/client/client.ts';
import type { Role } from '../../src/contract/access.ts';
import { makeMember } from '../support/builders.ts';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../support/reachable.ts';
import { signIn as signInByApi } from '../support/visitor.ts';
import { stage } from './support/stage.ts';

const { owner, server, openPage, signIn } = stage();

const MEMBER_PASSWORD = 'another long passphrase';

async function choose(page: Page, destination: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to' }).fill(destination);
  await page.getByRole('option', { name: destination }).first().click();
}

describe('settings', () => {
  test('invite a person, who joins by the link, gets another role and is removed', async () => {
    const page = await signIn();
    await page.goto('/settings/members');
    await page.getByRole('button', { name: 'Invite people' }).click();
    await page.getByLabel('E-mail addresses').fill('second@jurybox.test');
    await page.getByLabel('Role').selectOption('viewer');
    await page.getByRole('button', { name: 'Create links' }).click();
    const link = await page.getByRole('dialog').locator('code').innerText();
    await page.getByRole('button', { name: 'Copy: second@jurybox.test' }).click();
    await page.getByText('Copied.').waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link);
    await page.getByRole('button', { name: 'Done' }).click();
    const invite = page.getByRole('button', { name: 'Invite people' });
    await invite.and(page.locator(':focus')).waitFor();
    await page.getByRole('row', { name: /second@jurybox\.test viewer/ }).waitFor();

    const guest = await openPage();
    await guest.goto(link);
    await guest.getByLabel('Name').fill('Second reviewer');
    await guest.getByLabel('New password').fill('seven quiet lighthouses');
    await guest.getByRole('button', { name: 'Join' }).click();
    await guest.getByText('There are no apps in this workspace yet. Ask an editor').waitFor();
    assert.equal(await guest.getByRole('button', { name: 'Create app' }).count(), 0);
    await guest.goto('/settings/members?open=invite');
    await guest.getByRole('row', { name: /^Second reviewer/ }).waitFor();
    assert.equal(await guest.getByRole('dialog').count(), 0);
    await guest.goBack();

    await page.reload();
    await page.getByRole('button', { name: 'Actions for Second reviewer' }).click();
    await page.getByRole('menuitem', { name: 'Change roles…' }).click();
    await page.getByLabel(/^viewer:/).uncheck();
    await page.getByLabel(/^editor:/).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Second reviewer is now editor.').waitFor();
    // A toast stays while the pointer is on it.
    await page.getByRole('button', { name: 'Undo' }).hover();
    await guest.reload();
    await guest.getByRole('button', { name: 'Create app' }).waitFor();

    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    await page.getByRole('button', { name: 'Actions for Second reviewer' }).click();
    await page.getByRole('menuitem', { name: 'Remove from workspace' }).click();
    await page
      .getByRole('alertdialog', { name: 'Remove Second reviewer?' })
      .getByRole('button', { name: 'Remove from workspace' })
      .click();
    await page.getByText('Second reviewer was removed.').waitFor();
    await page.getByRole('row', { name: /^Second reviewer/ }).waitFor({ state: 'detached' });
  });

  test('withdraw and renew invitations, whose old links then fail, and refuse incomplete links', async () => {
    const page = await signIn();
    await page.goto('/settings/members?open=invite');
    await page.getByLabel('E-mail addresses').fill('third@jurybox.test');
    await page.getByRole('button', { name: 'Create links' }).click();
    const link = await page.getByRole('dialog').locator('code').innerText();
    await page.getByRole('button', { name: 'Done' }).click();
    await page
      .getByRole('button', { name: 'Withdraw the invitation of third@jurybox.test' })
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('The invitation of third@jurybox.test was withdrawn.').waitFor();
    const guest = await openPage({ expected: /400 \(Bad Request\)/ });
    await guest.goto(link);
    await guest.getByLabel('Name').fill('Too late');
    await guest.getByLabel('New password').fill('seven quiet lighthouses');
    await guest.getByRole('button', { name: 'Join' }).click();
    await guest
      .getByText(/invitation/i)
      .first()
      .waitFor();

    await choose(page, 'Invite people');
    await page.getByLabel('E-mail addresses').fill('late@jurybox.test');
    await page.getByRole('button', { name: 'Create links' }).click();
    const oldLink = await page.getByRole('dialog').locator('code').innerText();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Create a new link for late@jurybox.test' }).click();
    await page.getByRole('heading', { name: 'Send these links' }).waitFor();
    await guest.goto('/setup');
    await guest.getByText('Open the setup link').waitFor();
    await guest.goto(oldLink);
    await guest.getByLabel('Name').fill('Late');
    await guest.getByLabel('New password').fill('seven quiet lighthouses');
    await guest.getByRole('button', { name: 'Join' }).click();
    await guest.getByRole('alert').waitFor();
    assert.equal(await guest.getByLabel('Name').inputValue(), 'Late');
    await guest.goto('/invite');
    await guest.getByText('This link is incomplete.').waitFor();
  });

  test('let a user join another workspace with the same account', async () => {
    const member = await makeMember(server(), ['viewer']);
    const { browser } = await signInByApi(server(), {
      email: OWNER_EMAIL,
      password: OWNER_PASSWORD,
    });
    const organization = await browser.fetchOwnOrganization();
    const workspace = await browser.createWorkspace({
      parameters: { org_id: organization.id },
      body: { name: 'second floor' },
    });
    const [invitation] = await browser.inviteToWorkspace({
      parameters: { org_id: organization.id, workspace_id: workspace.id },
      body: [{ email: member.email, roles: ['editor'] }],
    });
    const page = await signIn({
      as: { email: member.email, password: MEMBER_PASSWORD },
      expected: /403 \(Forbidden\)/,
    });
    await page.route('**/api/auth/session', (route) => route.fulfill({ status: 403 }));
    await page.goto(invitation?.invite_url ?? '');
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    await page.unroute('**/api/auth/session');
    await retry.click();
    await page.getByText(`you are signed in as ${member.email}`).waitFor();
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByLabel('Workspace').selectOption({ label: 'owner / second floor' });
    await page.getByRole('button', { name: 'Create app' }).waitFor();
  });

  test('create a key with some scopes, which are listed, and one that works until it is deleted', async () => {
    const page = await signIn({ expected: /404 \(Not Found\)/ });
    await page.goto('/settings/keys?open=create');
    await page.getByLabel('Name').fill('reader');
    for (const scope of ['Judge', 'Write: create, change and delete', 'Deploy']) {
      await page.getByRole('checkbox', { name: scope }).uncheck();
    }
    await page.getByRole('checkbox', { name: 'Read' }).uncheck();
    const create = page.getByRole('dialog').getByRole('button', { name: 'Create' });
    await create.click();
    await page.getByText('Choose at least one scope.').waitFor();
    await page.getByRole('checkbox', { name: 'Read' }).check();
    await create.click();
    const key = await page.getByRole('dialog').locator('code').innerText();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row', { name: /reader read/ }).waitFor();
    const client = createClient({ baseUrl: server().url, apiKey: key });
    await client.listApps();
    const refused = await client.reply.createApp({ body: { app_name: 'refused' } });
    assert.equal(refused.status, 403);
    const key_prefix = key.slice(0, 8);
    await owner().deleteKey({ parameters: { key_prefix } });
    const remove = page.getByRole('button', { name: `Delete the key ${key_prefix}…?` });
    await remove.click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('You have no key with this prefix.').first().waitFor();
    await remove.waitFor({ state: 'detached' });

    await choose(page, 'Create API key');
    await page.getByRole('textbox', { name: 'Name' }).fill('nightly build');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    const fullKey = await page.getByRole('dialog').locator('code').innerText();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('cell', { name: 'nightly build' }).waitFor();
    const program = createClient({ baseUrl: server().url, apiKey: fullKey });
    assert.equal((await program.fetchProfile()).email, OWNER_EMAIL);
    const prefix = fullKey.slice(0, 8);
    await page.getByRole('button', { name: `Delete the key ${prefix}…?` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText(`The key ${prefix}… was deleted.`).waitFor();
    assert.equal((await program.reply.fetchProfile()).status, 401);
    // The row is gone: the next one has the focus.
    await page
      .getByRole('button', { name: 'Delete the key' })
      .and(page.locator(':focus'))
      .waitFor();
    await choose(page, 'Audit trail');
    await page.getByRole('heading', { name: /^Audit trail/ }).waitFor();
    await choose(page, 'Guide');
    await page.getByLabel('Search the guide').waitFor();
  });

  test('create a link for a new password, clear the error of another link, and remember light or dark', async () => {
    const { email } = await makeMember(server(), ['viewer']);
    const page = await signIn();
    await page.goto('/settings/members');
    await page.getByRole('button', { name: `Actions for ${email}` }).click();
    await page.getByRole('menuitem', { name: 'New password link…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Create link' }).click();
    const link = await page.getByRole('dialog').locator('code').innerText();
    const member = await openPage({ expected: /40[01] / });
    const choosePassword = async (password: string) => {
      await member.getByLabel('New password').fill(password);
      await member.getByRole('button', { name: 'Save password' }).click();
    };
    const refusal = member.getByText('This link cannot be used');
    await member.goto(`/reset#token=${'x'.repeat(43)}`);
    await choosePassword('seven quiet lighthouses');
    await refusal.waitFor();
    await member.goto(link);
    await refusal.waitFor({ state: 'detached' });
    await choosePassword('seven quiet lighthouses');
    await member.getByText('Password saved. Sign in with it.').waitFor();
    await member.getByLabel('E-mail').fill(email);
    await member.getByLabel('Password', { exact: true }).fill('seven quiet lighthouses');
    await member.getByRole('button', { name: 'Sign in' }).click();
    await member.getByRole('link', { name: 'Apps' }).first().waitFor();

    const menu = member.getByRole('button', { name: email });
    await menu.click();
    await member.getByRole('menuitemradio', { name: 'Dark' }).click();
    await member.reload();
    const scheme = await member.evaluate(
      () => getComputedStyle(document.documentElement).colorScheme,
    );
    assert.equal(scheme, 'dark');
    await menu.click();
    await member.getByRole('menuitem', { name: 'Sign out' }).click();
    await member.getByRole('heading', { name: 'Sign in to Jurybox' }).waitFor();

    await member.goto(link);
    await choosePassword('eight quiet lighthouses');
    await refusal.waitFor();
  });

  test('end another session, and change the password only with the current one', async () => {
    const { email, browser } = await makeMember(server(), ['viewer']);
    const page = await signIn({
      as: { email, password: MEMBER_PASSWORD },
      expected: /40[013] \((Bad Request|Forbidden|Unauthorized)\)|422/,
    });
    await page.route('**/api/auth/sessions', (route) => route.fulfill({ status: 403 }));
    await page.goto('/settings/profile');
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    await page.unroute('**/api/auth/sessions');
    await retry.click();
    await page.getByRole('button', { name: 'End' }).first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End' }).click();
    await page.getByText('Session ended.').waitFor();
    assert.equal((await browser.reply.fetchProfile()).status, 401);
    await page.getByLabel('Current password').fill('not the right one');
    await page.getByLabel('New password').fill('brand new long words');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('alert').first().waitFor();
    await page.getByLabel('Current password').fill(MEMBER_PASSWORD);
    const held = Promise.withResolvers<void>();
    await page.route('**/api/auth/password', async (route) => {
      await held.promise;
      await route.continue();
    });
    const change = page.getByRole('button', { name: 'Change password' });
    await change.click();
    await change.and(page.locator(':disabled')).waitFor();
    held.resolve();
    await page.getByText('Password changed.').waitFor();
  });

  test('list renames in the audit trail, filter, download and verify it, and set the retention', async () => {
    const { owner } = server();
    const { app_id } = await owner.createApp({ body: { app_name: 'Before' } });
    await owner.renameApp({ parameters: { app_id }, body: { app_name: 'After' } });
    const page = await signIn();
    await page.goto('/settings/profile');
    await page.getByRole('link', { name: 'Audit trail' }).click();
    await page.getByRole('row', { name: /renameApp app .* name: Before → After/ }).waitFor();
    await page.getByLabel('Operation').selectOption('createApp');
    let requests = 0;
    page.on('request', (request) => {
      if (request.url().includes('object_id')) requests += 1;
    });
    await page.getByLabel('Object').pressSequentially(app_id);
    await page.getByRole('row', { name: /createApp app .* name: Before/ }).waitFor();
    await page.getByRole('row', { name: /renameApp/ }).waitFor({ state: 'detached' });
    assert.ok(requests < app_id.length, `${requests} requests`);
    const csv = page.getByRole('link', { name: 'Download CSV' });
    const address = (await csv.getAttribute('href')) ?? '';
    const file = await page.request.get(address);
    assert.match(await file.text(), /^at,operation,[^\n]+\r\n[^\n]+,createApp,key,/);
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText(/The trail is intact: \d+ entries/).waitFor();
    await page.getByLabel('Delete evaluations after (days)').fill('365');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Retention saved.').waitFor();
    await page.reload();
    assert.equal(await page.getByLabel('Delete evaluations after (days)').inputValue(), '365');
    assert.equal(await page.getByLabel('Keep audit entries (days)').inputValue(), '');
  });

  test('save what the user changed and keep what another owner changed meanwhile', async () => {
    const { owner } = server();
    const member = await makeMember(server(), ['owner', 'viewer']);
    const parameters = { workspace_id: member.workspaceId };
    const replaceRoles = (roles: Role[]) =>
      owner.replaceRoles({
        parameters,
        body: { email: member.email, organization_id: member.organizationId, roles },
      });
    const page = await signIn();
    await page.goto('/settings/members');
    await page.getByRole('button', { name: `Actions for ${member.email}` }).click();
    await page.getByRole('menuitem', { name: 'Change roles…' }).click();
    assert.ok(await page.getByLabel(/^owner:/).isChecked());
    await replaceRoles(['viewer']);
    await page.getByLabel(/^editor:/).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`${member.email} is now viewer and editor.`).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    await page.getByRole('row', { name: `${member.email} viewer` }).waitFor();

    const retain = (audit_days: number | null, evaluation_days: number | null) =>
      owner.updateRetention({ parameters, body: { audit_days, evaluation_days } });
    await retain(90, 30);
    await page.goto('/settings/audit');
    const audit = page.getByLabel('Keep audit entries (days)');
    const evaluations = page.getByLabel('Delete evaluations after (days)');
    assert.equal(await evaluations.inputValue(), '30');
    await retain(90, null);
    await audit.fill('400');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Retention saved.').waitFor();
    const saved = { audit_days: 400, evaluation_days: null };
    assert.deepEqual(await owner.fetchRetention({ parameters }), saved);
    assert.deepEqual([await audit.inputValue(), await evaluations.inputValue()], ['400', '']);
  });
});
