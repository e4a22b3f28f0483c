import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ChatStub, startChatStub } from '../../examples/chat-stub/server.ts';
import { axeFindings } from './support/axe-findings.ts';
import { stage } from './support/stage.ts';

const { signIn } = stage();

let chat: ChatStub;
before(async () => {
  chat = await startChatStub();
});
after(() => chat.close());

test('a provider on the machine of the server is allowed with one confirmation, and can be disallowed again', async () => {
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [360, 'dark'],
  ] as const) {
    const name = `local ${width}`;
    const context = { viewport: { width, height: 740 }, colorScheme };
    const page = await signIn({ context, expected: /422/ });
    await page.goto('/settings/providers');
    await page.getByRole('button', { name: 'Add provider' }).click();
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Address').fill(chat.url);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    const { host } = new URL(chat.url);
    const confirmation = page.getByRole('alertdialog', { name: `Allow calls to ${host}?` });
    await confirmation.getByRole('button', { name: 'Allow' }).click();
    await page.getByText(`${name} was saved.`).waitFor();
    const row = page.getByRole('row', { name: new RegExp(name) });
    await row.getByText('Allowed on this machine').waitFor();
    assert.deepEqual(await axeFindings(page), []);

    await page.getByRole('button', { name: `Test ${name}` }).click();
    await page.getByLabel('Model').fill('small');
    const send = page.getByRole('dialog').getByRole('button', { name: 'Send' });
    await send.click();
    await page.getByText('small: Say OK.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Stop allowing this machine' }).click();
    await page.getByText(`Calls to ${name} on this machine are no longer allowed.`).waitFor();
    await page.getByRole('button', { name: `Test ${name}` }).click();
    await page.getByLabel('Model').fill('small');
    await send.click();
    await page.getByText(`set OUTBOUND_ALLOW=${host} and restart the server`).waitFor();
  }
});
