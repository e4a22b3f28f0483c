import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type ChatStub, startChatStub } from '../../examples/chat-stub/server.ts';
import { type GenerateApp, startGenerateApp } from '../../examples/generate-app/server.ts';
import {
  ALLOW_LOOPBACK,
  finishedRun,
  makeRunnable,
  outputsOf,
  SPEAKING,
  startHeldApp,
} from '../support/generation.ts';
import { judgeTasks } from '../support/judge-tasks.ts';
import { startTarget } from '../support/target-server.ts';
import { until } from '../support/until.ts';
import { axeFindings } from './support/axe-findings.ts';
import { follow } from './support/follow.ts';
import { HOSTILE } from './support/hostile-text.ts';
import { painted } from './support/judge-page.ts';
import { stage } from './support/stage.ts';

const { owner, signIn } = stage({ environment: ALLOW_LOOPBACK });

let app: GenerateApp;
let chat: ChatStub;
before(async () => {
  app = await startGenerateApp();
  chat = await startChatStub();
});
after(async () => {
  await app.close();
  await chat.close();
});

const STYLES = [{ style: 'plain' }, { style: 'loud' }];

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

async function generateOutputs(page: Page): Promise<void> {
  await press(page, 'Generate outputs');
  await page.getByRole('dialog').getByRole('button', { name: 'Generate outputs' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

describe('generating outputs', () => {
  test('reports when no output arrived for half a minute, and keeps what events reported when an older reply arrives late', async (t) => {
    const held = await startHeldApp();
    t.after(() => held.close());
    const made = await makeRunnable(owner(), { rows: 2, parameters: STYLES, uri: held.url });
    await owner().startGeneration({ parameters: made });
    const page = await signIn();
    await page.goto(`/evaluations/${made.evaluation_id}`);
    await page.getByText(/^No output for \d+ s\./).waitFor();
    held.release();
    await page.getByText('4 of 4 outputs').waitFor();
    assert.equal(await page.getByText(/^No output for/).count(), 0);

    const again = await startHeldApp();
    t.after(() => again.close());
    const next = await makeRunnable(owner(), { rows: 2, parameters: STYLES, uri: again.url });
    await owner().startGeneration({ parameters: next });
    await follow(page, '/inbox');
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
    const finished = Promise.withResolvers<void>();
    await page.route('**/human-evaluations/*/generation', async (route) => {
      const response = await route.fetch();
      await finished.promise;
      await route.fulfill({ response });
    });
    const reply = page.waitForResponse(/human-evaluations\/[^/]+\/generation$/);
    await follow(page, `/evaluations/${next.evaluation_id}`);
    await page.getByText('0 of 4 outputs').waitFor();
    again.release();
    await page.getByText('Finished: 4 outputs.').waitFor();
    finished.resolve();
    await (await reply).finished();
    await painted(page);
    assert.equal(await page.getByText('Finished: 4 outputs.').isVisible(), true);
  });

  test('shows counts in the number format of the browser’s language', async (t) => {
    const held = await startHeldApp();
    t.after(() => held.close());
    const made = await makeRunnable(owner(), { rows: 1_100, parameters: STYLES, uri: held.url });
    await owner().startGeneration({ parameters: made });
    const page = await signIn({ context: { locale: 'de-DE' } });
    await page.goto(`/evaluations/${made.evaluation_id}`);
    await page.getByRole('cell', { name: '0 of 1.100' }).first().waitFor();
    await page.getByRole('cell', { name: '1.100', exact: true }).first().waitFor();
    await page.getByText('0 of 1.100 judgements').waitFor();
    await owner().cancelGeneration({ parameters: made });
  });

  test('starts from the wizard, with a base and with a provider', async () => {
    const { app_id, testset_id, variants } = await makeRunnable(owner(), {
      rows: 5,
      parameters: [{ style: 'plain' }, SPEAKING],
      uri: app.url,
    });
    const { workspace_id } = await owner().fetchApp({ parameters: { app_id } });
    await owner().createProvider({
      body: { workspace_id: workspace_id ?? '', name: 'stub', base_url: chat.url },
    });
    const testset = await owner().fetchTestset({ parameters: { testset_id } });
    const page = await signIn();
    await page.goto(`/apps/${app_id}/evaluations/new`);
    for (const { name } of variants) await page.getByLabel(name, { exact: false }).check();
    await page.getByLabel('Test set').selectOption({ label: `${testset.name} (5 rows)` });
    await page.getByRole('checkbox', { name: 'question' }).waitFor();
    await press(page, 'Next');
    const second = page.getByLabel(`Outputs of ${variants[1]?.name}`);
    assert.equal(await second.inputValue(), 'base');
    await second.selectOption({ label: 'Run its prompt on stub' });
    await press(page, 'Next');
    await press(page, 'Next');
    await press(page, 'Create');
    await page.getByText('10 of 10 outputs').waitFor();
    await page.getByText('Finished: 10 outputs.').waitFor();
    await page.getByText('5 of 5 tasks have all outputs').waitFor();
    await page.getByRole('cell', { name: 'stub', exact: true }).waitFor();
    const evaluation_id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const { status } = await owner().fetchGeneration({ parameters: { evaluation_id } });
    assert.equal(status, 'finished');
  });

  test(`lists failed outputs, with ${HOSTILE.length} hostile texts in their responses, and retries them`, async (t) => {
    let isHealed = false;
    const target = await startTarget((request, response) => {
      request.resume();
      response.writeHead(isHealed ? 200 : 400, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isHealed ? 'fine' : { error: HOSTILE.join('\n') }));
    });
    t.after(() => target.close());
    const made = await makeRunnable(owner(), { rows: 2, parameters: STYLES, uri: target.url });
    const page = await signIn();
    await page.goto(`/evaluations/${made.evaluation_id}`);
    await generateOutputs(page);
    await page.getByText('0 of 4 outputs').waitFor();
    await page.getByText('Finished: 0 outputs, 4 failed.').waitFor();
    await page.getByRole('cell', { name: '2 failed' }).first().waitFor();
    await page
      .getByRole('cell', { name: /^The app or provider rejected/ })
      .nth(2)
      .waitFor();
    await page.getByText('Failed outputs').click();
    await page.getByText('The app or provider rejected the call').first().waitFor();
    await page.getByText('Raw response').first().click();
    await page.locator('pre').getByText('__ran').first().waitFor();
    assert.equal(await page.evaluate(() => '__ran' in window), false);
    assert.deepEqual(await axeFindings(page), []);

    isHealed = true;
    await press(page, 'Retry failed');
    await page.getByText('4 of 4 outputs').waitFor();
    assert.deepEqual(await outputsOf(owner(), made), [
      ['fine', 'fine'],
      ['fine', 'fine'],
    ]);
  });

  test('offers a copy with the current revisions when the pinned ones fail, and says when a base has no address', async () => {
    const made = await makeRunnable(owner(), { rows: 1, parameters: STYLES, uri: app.url });
    const [first] = made.variants;
    const { workspace_id } = await owner().fetchApp({ parameters: made });
    const { id: provider_id } = await owner().createProvider({
      body: { workspace_id: workspace_id ?? '', name: 'for prompts', base_url: chat.url },
    });
    const sources = made.variants.map(({ id }) => ({
      variant_id: id,
      kind: 'provider' as const,
      provider_id,
    }));
    await owner().startGeneration({ parameters: made, body: { sources } });
    await finishedRun(owner(), made);
    await owner().updateVariantParameters({
      parameters: { variant_id: first?.id ?? '' },
      body: { parameters: SPEAKING },
    });
    const page = await signIn();
    await page.goto(`/evaluations/${made.evaluation_id}`);
    await page.getByText('Finished: 0 outputs, 2 failed.').waitFor();
    await page.getByRole('link', { name: 'Retry with current revisions' }).click();
    const { revision } = await owner().fetchVariant({
      parameters: { variant_id: first?.id ?? '' },
    });
    const current = page.getByLabel(`${first?.name} · revision ${revision}`);
    await current.waitFor();
    assert.ok(await current.isChecked());
    assert.ok(await page.getByRole('checkbox', { name: 'question' }).isChecked());

    const without = await makeRunnable(owner(), { rows: 1, parameters: STYLES });
    await follow(page, `/evaluations/${without.evaluation_id}`);
    await press(page, 'Generate outputs');
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('option', { name: 'it has none' })
      .first()
      .waitFor({ state: 'attached' });
    const submit = dialog.getByRole('button', { name: 'Generate outputs' });
    assert.ok(await submit.isDisabled());

    const callable = await makeRunnable(owner(), {
      rows: 1,
      parameters: [{ style: 'plain' }, SPEAKING],
      uri: app.url,
      sources: [{ kind: 'base' }, { kind: 'provider', provider_id }],
    });
    const released = Promise.withResolvers<void>();
    await page.route('**/apps/*/variants', async (route) => {
      await released.promise;
      await route.continue();
    });
    await follow(page, `/evaluations/${callable.evaluation_id}`);
    await press(page, 'Generate outputs');
    await dialog.waitFor();
    assert.ok(await submit.isDisabled(), 'before it is known whether a base has an address');
    released.resolve();
    await submit.click();
    await page.getByText('Finished: 2 outputs.').waitFor();
  });

  test('can be paused, resumed, and stopped after a confirmation', async (t) => {
    const held = await startHeldApp();
    t.after(() => held.close());
    const made = await makeRunnable(owner(), { rows: 30, parameters: STYLES, uri: held.url });
    const page = await signIn();
    await page.goto(`/evaluations/${made.evaluation_id}`);
    await generateOutputs(page);
    await until('calls are under way', async () => held.waiting() > 0);
    await press(page, 'Pause');
    await page.getByText('No calls are made until you resume').waitFor();
    await page.reload();
    await press(page, 'Resume');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await press(page, 'Stop');
    await page.getByText('Outputs that are not generated yet are skipped').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped. Generated outputs stay.').waitFor();
    held.release();
    await generateOutputs(page);
    await page.getByText('60 of 60 outputs').waitFor();
  });
});

describe('importing outputs', () => {
  test('reads a file as the server would, says when it cannot be read, and reads it again once it was corrected', async () => {
    const made = await makeRunnable(owner(), { rows: 1, parameters: STYLES });
    const page = await signIn();
    await page.goto(`/evaluations/${made.evaluation_id}`);
    await page.getByRole('button', { name: 'Import outputs' }).click();
    const dialog = page.getByRole('dialog');
    const names = made.variants.map(({ name }) => name).join('\t');
    const choose = async (name: string, text: string) => {
      const opened = page.waitForEvent('filechooser');
      await dialog.getByLabel(/File/).click();
      const chooser = await opened;
      // While the field keeps a file, browsers report no change when it is chosen again.
      assert.equal(await chooser.element().inputValue(), '');
      await chooser.setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    };
    await choose('outputs.txt', `${names}\n24" wide\tbroad\n`);
    await dialog
      .getByRole('alert')
      .getByText(/^Line 2: /)
      .waitFor();
    await choose('outputs.xlsx', 'PK\u0003\u0004');
    await dialog
      .getByRole('alert')
      .getByText(/Save the sheet as CSV/)
      .waitFor();
    await choose('outputs.txt', `${names}\n"24"" wide"\tbroad\n`);
    await dialog
      .getByLabel(/^Outputs of/)
      .nth(1)
      .waitFor();
    await page.evaluate(() => {
      File.prototype.arrayBuffer = () => Promise.reject(new Error('The file was changed.'));
    });
    await choose('outputs.txt', names);
    await dialog.getByRole('alert').getByText('The file was changed.').waitFor();
    assert.ok(await dialog.getByRole('button', { name: 'Import' }).isDisabled());
  });
});

describe('live progress', () => {
  test('is polled while the event stream is blocked, which is opened again after the server refused it', async () => {
    const made = await makeRunnable(owner(), { rows: 2, parameters: STYLES, uri: app.url });
    const page = await signIn({ expected: /ERR_FAILED|502/ });
    let isBlocked = true;
    await page.route('**/events', (route) =>
      isBlocked ? route.fulfill({ status: 502 }) : route.continue(),
    );
    await page.route('**/events', (route) => route.abort(), { times: 1 });
    await page.goto(`/evaluations/${made.evaluation_id}`);
    await page.getByText('0 of 2 judgements').waitFor();
    const parameters = { evaluation_id: made.evaluation_id };
    await owner().startGeneration({ parameters });
    await finishedRun(owner(), made);
    await judgeTasks(owner(), made, () => ({ outcome: 'tie' }));
    await page.getByText('4 of 4 outputs').waitFor();
    await page.getByText('2 of 2 judgements').waitFor();
    const opened = page.waitForResponse(
      (response) => response.url().endsWith('/events') && response.ok(),
    );
    isBlocked = false;
    await opened;
  });
});
