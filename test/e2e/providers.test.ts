import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type ChatStub, startChatStub } from '../../examples/chat-stub/server.ts';
import { ALLOW_LOOPBACK } from '../support/generation.ts';
import { HOSTILE } from './support/hostile-text.ts';
import { stage } from './support/stage.ts';

const KEY = 'sk-canary-0123456789abcdef';

const { owner, signIn } = stage({ environment: ALLOW_LOOPBACK });

let chat: ChatStub;
let other: ChatStub;
before(async () => {
  chat = await startChatStub({ apiKey: KEY });
  other = await startChatStub();
});
after(async () => {
  await chat.close();
  await other.close();
});

async function openProviders(): Promise<Page> {
  const page = await signIn();
  await page.goto('/settings/providers');
  await page.getByRole('button', { name: 'Add provider' }).waitFor();
  return page;
}

async function save(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
}

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function providers() {
  const [org_id = ''] = (await owner().listOrganizations()).map(({ id }) => id);
  const { workspaces } = await owner().fetchOrganization({
    parameters: { org_id },
  });
  return owner().listProviders({ query: { workspace_id: workspaces[0]?.id ?? '' } });
}

describe('the providers of a workspace', () => {
  test('can be added, tested, edited and deleted, and need their secrets again when their address moves', async () => {
    const page = await openProviders();
    await page.getByText('Add a chat endpoint').waitFor();
    await page.getByRole('button', { name: 'Add provider' }).click();
    await page.getByLabel('Name').fill('stub');
    await page.getByLabel('Address').fill(chat.url);
    await page.getByLabel('API key').fill(KEY);
    await page.getByLabel('Headers').fill('X-Team: support');
    await save(page);
    await page.getByText('stub was saved.').waitFor();
    await page.getByRole('cell', { name: '…cdef' }).waitFor();

    await page.getByRole('button', { name: 'Test stub' }).click();
    await page.getByLabel('Model').fill('any');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText(/Output after/).waitFor();
    await page.getByLabel('Model').fill('fail-401');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Check the key of the provider').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    await choose(page, 'stub', 'Edit provider');
    assert.equal(await page.getByLabel('API key').inputValue(), '');
    await page.getByText('A key ending in cdef is stored').waitFor();
    await page.getByText('Stored: X-Team').waitFor();
    await page.getByLabel('Calls per minute').fill('600');
    await save(page);
    await page.getByRole('cell', { name: '8 concurrent, 600 per minute' }).waitFor();
    assert.equal((await providers())[0]?.has_key, true);

    await choose(page, 'stub', 'Delete');
    await page.getByText('Its key is deleted too').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('stub was deleted.').waitFor();
    await page.getByText('Add a chat endpoint').waitFor();
    assert.ok(!(await page.content()).includes(KEY));

    // An address on another host needs the secrets again.
    await page.getByRole('button', { name: 'Add provider' }).click();
    await page.getByLabel('Name').fill('moving');
    await page.getByLabel('Address').fill(chat.url);
    await page.getByLabel('API key').fill(KEY);
    await save(page);
    await page.getByText('moving was saved.').waitFor();
    await choose(page, 'moving', 'Edit provider');
    await page.getByLabel('Address').fill(other.url);
    await page.getByText(`The stored key is for ${new URL(chat.url).origin} only`).waitFor();
    await save(page);
    const isMissing = await page
      .getByLabel('API key')
      .evaluate((field) => field.matches(':invalid'));
    assert.ok(isMissing);
    await page.getByLabel('Remove key').check();
    await save(page);
    await page.getByText('moving was saved.').last().waitFor();
    await page.getByRole('cell', { name: 'none' }).waitFor();
  });

  test('show hostile names as text, and refuse a taken name with a sentence', async () => {
    const page = await signIn({ expected: /409 \(Conflict\)/ });
    await page.goto('/settings/providers');
    const names = HOSTILE.map((text) => text.slice(0, 100).trim()).filter((text) => text !== '');
    const [workspace_id = ''] = (await providers()).map((one) => one.workspace_id);
    const created = new Set<string>();
    for (const name of names) {
      const { status } = await owner().reply.createProvider({
        body: { workspace_id, name, base_url: chat.url },
      });
      if (status === 201) created.add(name);
    }
    assert.ok(created.size >= 80, `${created.size} were created`);
    await page.reload();
    await page.getByText('__ran').first().waitFor();
    assert.equal(await page.evaluate(() => '__ran' in window), false);

    await page.getByRole('button', { name: 'Add provider' }).click();
    await page.getByLabel('Name').fill('moving');
    await page.getByLabel('Address').fill(chat.url);
    await save(page);
    await page
      .getByRole('alert')
      .getByText(/moving/)
      .waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), 'moving');
  });
});
