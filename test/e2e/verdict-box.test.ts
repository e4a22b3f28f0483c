import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeMember } from '../support/builders.ts';
import type { MadeEvaluation } from '../support/evaluations.ts';
import { axeFindings } from './support/axe-findings.ts';
import { makeShop, SHOWN_RESULTS } from './support/shown-results.ts';
import { stage } from './support/stage.ts';

const { server, owner, signIn } = stage();

async function open(page: Page, { evaluation_id }: MadeEvaluation) {
  await page.goto(`/evaluations/${evaluation_id}/results`);
  await page.getByRole('heading', { name: 'How this was computed' }).waitFor();
  const verdict = page.getByRole('region', { name: 'Verdict' });
  // What the user may do is loaded a little later than the results.
  await verdict.getByRole('link', { name: 'Compare again' }).waitFor();
  return verdict;
}

describe('the verdict box', () => {
  let settled: MadeEvaluation;
  let unsettled: MadeEvaluation;
  let doubtful: MadeEvaluation;
  before(async () => {
    const shop = await makeShop(owner(), 'verdict box');
    const [baseline] = shop.variants;
    await owner().deployVariant({
      body: { environment_name: 'production', variant_id: baseline?.id ?? '' },
    });
    settled = await SHOWN_RESULTS.two(server(), shop);
    unsettled = await SHOWN_RESULTS.inconclusive(server(), shop);
    doubtful = await SHOWN_RESULTS.cautions(server(), shop);
  });

  test('names the winner and how certain that is, deploys the judged revision, and closes the evaluation, for users whose role allows it', async () => {
    const page = await signIn();
    const verdict = await open(page, settled);
    await verdict.getByText(/^chat\.concise is better than chat\.baseline: it wins/).waitFor();
    const bar = verdict.getByRole('img', {
      name: /^chat\.concise: \d+.*50\s% means no difference$/,
    });
    await bar.waitFor();
    await verdict.getByText('chat.baseline is better').waitFor();
    await verdict.getByText('chat.concise is better', { exact: true }).waitFor();
    await verdict.getByText(/^50\s%: no difference$/).waitFor();
    assert.equal(await verdict.getByRole('button', { name: /^Get / }).count(), 0);
    await verdict.getByRole('button', { name: 'Deploy winner…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Environment').selectOption('production');
    await dialog.getByText('Answer like concise.').first().waitFor();
    await dialog.getByText('Answer politely.').first().waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await dialog.getByRole('button', { name: 'Deploy to production' }).click();
    await page.getByText('production now runs chat.concise, revision 1.').waitFor();

    await verdict.getByRole('button', { name: 'Close evaluation' }).click();
    await page.getByText('It takes no more judgements').waitFor();
    await verdict.getByRole('button', { name: 'Close evaluation' }).waitFor({ state: 'detached' });
    const { email } = await makeMember(server(), ['viewer']);
    const viewer = await signIn({ as: { email, password: 'another long passphrase' } });
    await viewer.goto(`/evaluations/${settled.evaluation_id}/results`);
    await viewer.getByRole('heading', { name: 'How this was computed' }).waitFor();
    await viewer.waitForLoadState('networkidle');
    const buttons = viewer.getByRole('region', { name: 'Verdict' }).getByRole('button');
    assert.equal(await buttons.count(), 0);
    assert.equal(await viewer.getByRole('link', { name: 'Compare again' }).count(), 0);
  });

  test('extends the evaluation by as many judgements as its button says, and invites annotators for them', async () => {
    const page = await signIn();
    const verdict = await open(page, unsettled);
    await verdict.getByText(/^Not settled yet: /).waitFor();
    const more = verdict.getByRole('button', { name: /^Get .* more judgements…$/ });
    const moreCount = Number((await more.innerText()).replaceAll(/\D/g, ''));
    const before = await owner().fetchResults({
      parameters: unsettled,
      query: { statistics: false },
    });
    await more.click();
    const dialog = page.getByRole('dialog', { name: 'Extend the evaluation' });
    await dialog.getByRole('button', { name: 'Extend' }).click();
    await page.getByText('Evaluation extended.').waitFor();
    const after = await owner().fetchResults({
      parameters: unsettled,
      query: { statistics: false },
    });
    const wanted = (progress: typeof after.progress) => progress?.judgements_wanted ?? 0;
    assert.equal(wanted(after.progress) - wanted(before.progress), moreCount);

    await verdict.getByRole('button', { name: 'Invite annotators…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('dialog').locator('code').getByText(server().url).waitFor();
  });

  test('warns in sentences, excludes the annotator it warns of, and links to a new evaluation of the same variants, test set and rules', async () => {
    const page = await signIn();
    const verdict = await open(page, doubtful);
    const cautions = verdict.getByRole('listitem');
    await cautions.getByText(/^Left Handed: .*Judged in 0\.4\ss/).waitFor();
    await cautions.getByText(/^Annotators agree hardly more often than by chance/).waitFor();
    await cautions.getByText(/^The left output wins \d+\s% of decided comparisons/).waitFor();
    await cautions.getByText('Only 18 scenarios are completed').waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await verdict.getByRole('button', { name: 'Exclude Left Handed…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Exclude Left Handed?' });
    await dialog.getByLabel('Reason').fill('Never read the outputs.');
    await dialog.getByRole('button', { name: 'Exclude' }).click();
    // The verdict with all judgements is shown beside the one without theirs.
    await cautions
      .getByText(
        /^Left out: 18\sjudgements by excluded annotators\. With all judgements: Not settled yet/,
      )
      .waitFor();
    const excluded = page.getByRole('row', {
      name: /^Left Handed Never read the outputs\. 18 .* owner$/,
    });
    await excluded.waitFor();
    await page.getByRole('heading', { name: 'Verdict with all judgements' }).waitFor();
    assert.equal(await verdict.getByRole('button', { name: /^Exclude Left/ }).count(), 0);

    await verdict.getByRole('link', { name: 'Compare again' }).click();
    await page.getByRole('heading', { level: 1, name: 'New evaluation' }).waitFor();
    assert.ok(await page.getByRole('checkbox', { name: /baseline/ }).isChecked());
    assert.ok(await page.getByRole('checkbox', { name: /polite/ }).isChecked());
    assert.equal(await page.getByRole('checkbox', { name: /concise/ }).isChecked(), false);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    assert.equal(await page.getByLabel('Judgements per task').first().inputValue(), '3');
  });
});
