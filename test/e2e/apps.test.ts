import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../support/reachable.ts';
import { signIn as signInByApi } from '../support/visitor.ts';
import { follow } from './support/follow.ts';
import { stage } from './support/stage.ts';

const { server, owner, signIn } = stage();

const NARROW = { width: 360, height: 740 };

describe('an app', () => {
  test('is renamed and deleted, as is its empty base, and is created once by a double click on a busy page', async () => {
    const { app_id } = await owner().createApp({ body: { app_name: 'draft' } });
    const { base_id, variant } = await owner().createBase({
      body: { app_id, base_name: 'chat' },
    });
    const page = await signIn();
    await page.goto(`/apps/${app_id}`);
    await page.getByRole('button', { name: 'App actions' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByLabel('App name').fill('support bot');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('heading', { level: 1, name: 'support bot' }).waitFor();

    await page.getByRole('button', { name: 'Actions for base chat' }).click();
    await page.getByRole('menuitem', { name: 'Edit base' }).click();
    await page.getByLabel('Base name').fill('agent');
    await page.getByLabel('Address of the app').fill('https://run.example/agent');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('https://run.example/agent').waitFor();
    const base = await owner().fetchBase({ parameters: { base_id } });
    assert.deepEqual([base.base_name, base.uri], ['agent', 'https://run.example/agent']);

    await owner().deleteVariant({ parameters: { variant_id: variant.variant_id } });
    await page.reload();
    await page.getByRole('button', { name: 'Actions for base agent' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The base agent was deleted.').waitFor();
    await page.getByRole('heading', { name: 'Create a base to get your first variant' }).waitFor();

    await page.getByRole('button', { name: 'App actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete support bot?' });
    await question.getByText('This cannot be undone.').waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('support bot was deleted.').waitFor();
    await page.getByRole('heading', { name: 'Drop a spreadsheet here' }).waitFor();

    await page.getByRole('button', { name: 'Create app' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create app' });
    await dialog.getByLabel('App name').fill('clicked twice');
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST') sent += 1;
    });
    const box = await dialog.getByRole('button', { name: 'Create' }).boundingBox();
    assert.ok(box !== null);
    await page.evaluate(() => {
      setTimeout(() => {
        const end = performance.now() + 300;
        while (performance.now() < end);
      });
    });
    await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2);
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(sent, 1);
  });

  test('is created in the workspace that its tab shows, even when another tab switches the workspace', async () => {
    const { browser } = await signInByApi(server(), {
      email: OWNER_EMAIL,
      password: OWNER_PASSWORD,
    });
    const { id: org_id } = await browser.fetchOwnOrganization();
    const second = await browser.createWorkspace({
      parameters: { org_id },
      body: { name: 'second floor' },
    });
    const page = await signIn();
    await page.goto('/apps');
    const workspaceId = await page.getByLabel('Workspace').inputValue();
    assert.notEqual(workspaceId, second.id);

    const other = await page.context().newPage();
    await other.goto('/apps');
    await other.getByLabel('Workspace').selectOption(second.id);

    await page.getByRole('button', { name: 'Create app' }).click();
    await page.getByLabel('App name').fill('from the first tab');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'from the first tab' }).waitFor();
    assert.equal(await page.getByLabel('Workspace').inputValue(), workspaceId);
    const app_id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    assert.equal((await browser.fetchApp({ parameters: { app_id } })).workspace_id, workspaceId);

    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'from the first tab' }).waitFor();
    assert.equal(await page.getByLabel('Workspace').inputValue(), second.id);
  });
});

describe('a narrow window', () => {
  // With reduced motion the navigation appears at once and must take the focus at once.
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    test(`moves the focus into the navigation when it opens and back on Escape, and frees the page when it becomes wide (motion: ${reducedMotion})`, async () => {
      const page = await signIn({ context: { viewport: NARROW, reducedMotion } });
      await page.goto('/apps');
      const toggle = page.getByRole('button', { name: 'Navigation' });
      const apps = page.getByRole('navigation', { name: 'Navigation' }).getByRole('link').first();
      await toggle.click();
      await apps.and(page.locator(':focus')).waitFor();
      const isOutOfReach = await page
        .getByRole('heading', { level: 1, name: 'Apps' })
        .evaluate((heading) => heading.closest('[inert]') !== null);
      assert.ok(isOutOfReach);
      await page.keyboard.press('Escape');
      await apps.waitFor({ state: 'hidden' });
      await toggle.and(page.locator(':focus')).waitFor();

      await toggle.click();
      await page.setViewportSize({ width: 1280, height: 740 });
      await page.getByRole('button', { name: 'Create app' }).click();
      await page.getByRole('dialog').waitFor();
    });
  }

  test('closes the navigation or palette when Back leaves the page, and has room for long names and empty lists', async () => {
    const page = await signIn({ context: { viewport: NARROW } });
    await page.goto('/apps');
    const heading = (name: string) => page.getByRole('heading', { level: 1, name });
    await heading('Apps').waitFor();
    for (const open of [
      () => page.getByRole('button', { name: 'Navigation' }).click(),
      () => page.keyboard.press('Control+k'),
    ]) {
      await page.getByRole('button', { name: 'Navigation' }).click();
      await page.getByRole('link', { name: 'Inbox' }).click();
      await heading('Inbox').waitFor();
      await open();
      await heading('Inbox').and(page.locator(':not([inert] *)')).waitFor({ state: 'hidden' });
      await page.goBack();
      await heading('Apps').and(page.locator(':not([inert] *)')).waitFor();
    }

    const { app_id } = await owner().createApp({ body: { app_name: 'long base' } });
    const { variant } = await owner().createBase({
      body: { app_id, base_name: 'long'.repeat(15), config_name: 'default', parameters: {} },
    });
    await follow(page, `/apps/${app_id}/variants/${variant.variant_id}`);
    await page.getByText('longlong').first().waitFor();
    const wide = await page.getByRole('main').evaluate(({ scrollWidth }) => scrollWidth);
    assert.ok(wide <= NARROW.width, `${wide} px wide`);

    await follow(page, `/apps/${app_id}/testsets`);
    await page.getByRole('button', { name: 'Import' }).waitFor();
    const [width, room] = await page
      .getByRole('main')
      .evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth] as const);
    assert.ok(width <= room, `${width} px of ${room} px`);
  });
});
