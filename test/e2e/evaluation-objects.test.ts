import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { changeSettings } from '../support/change-settings.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import {
  createFrom,
  type EvaluationParts,
  type MadeEvaluation,
  makeEvaluationParts,
  makeHumanEvaluation,
  numberedRows,
} from '../support/evaluations.ts';
import { until } from '../support/until.ts';
import { axeFindings } from './support/axe-findings.ts';
import { follow } from './support/follow.ts';
import { painted } from './support/judge-page.ts';
import { stage } from './support/stage.ts';

const { owner, signIn } = stage();

let parts: EvaluationParts;
let list = '';

/** An evaluation of the shared app, with its own name. */
async function make(name: string, settings: object = {}): Promise<MadeEvaluation> {
  const body = { ...parts.body, settings: { name, ...settings } };
  return createFrom(owner(), { ...parts, body });
}

const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

describe('evaluations as objects', () => {
  before(async () => {
    parts = await makeEvaluationParts(owner(), { rows: numberedRows(3) });
    list = `/apps/${parts.body.app_id}/evaluations`;
  });

  describe('the list of evaluations', () => {
    test('searches, filters and sorts in one request each, keeps that in the URL, archives and unarchives, and duplicates into a filled form', async () => {
      await make('Gamma', { judgements_per_task: 2 });
      const older = await make('Alpha');
      await make('Beta');
      await owner().updateHumanEvaluation({
        parameters: older,
        body: { status: 'EVALUATION_FINISHED' },
      });
      const page = await signIn();
      const requests: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/human-evaluations')) requests.push(request.url());
      });
      await page.goto(list);
      await rowOf(page, 'Beta')
        .getByText('0 of 3 judgements · 0 of 3 scenarios complete')
        .waitFor();
      const names = await page.getByRole('listitem').allInnerTexts();
      assert.ok(
        names.findIndex((text) => text.includes('Beta')) <
          names.findIndex((text) => text.includes('Alpha')),
      );
      assert.deepEqual(requests, [], 'the page sends a request for each row');
      await page.getByLabel('Search', { exact: true }).fill('ALPH');
      await page.waitForURL('**search=ALPH');
      await rowOf(page, 'Beta').waitFor({ state: 'detached' });
      await page.reload();
      assert.equal(await page.getByLabel('Search', { exact: true }).inputValue(), 'ALPH');
      await rowOf(page, 'Alpha').waitFor();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await rowOf(page, 'Beta').waitFor();
      await page.getByLabel('Status').selectOption('Finished');
      await rowOf(page, 'Beta').waitFor({ state: 'detached' });
      await rowOf(page, 'Alpha').waitFor();
      await page.getByLabel('Status').selectOption('Failed');
      await page.getByText('No evaluation matches these filters.').waitFor();
      assert.deepEqual(await axeFindings(page), []);

      await page.getByRole('button', { name: 'Clear filters' }).first().click();
      await rowOf(page, 'Beta').waitFor();
      const act = async (action: string) => {
        await page.getByRole('button', { name: 'Actions for Gamma' }).click();
        await page.getByRole('menuitem', { name: action }).click();
      };
      await act('Archive');
      await rowOf(page, 'Gamma').waitFor({ state: 'detached' });
      await page.getByRole('checkbox', { name: 'Archive' }).check();
      await rowOf(page, 'Gamma').getByText('Archived').waitFor();
      await act('Move out of the archive');
      await rowOf(page, 'Gamma').waitFor({ state: 'detached' });
      await page.getByRole('checkbox', { name: 'Archive' }).uncheck();
      await act('Duplicate');
      await page.getByRole('checkbox', { name: 'question' }).waitFor();
      for (const { name } of parts.variants) {
        assert.ok(await page.getByLabel(name, { exact: false }).isChecked());
      }
      await page.getByLabel('Name').fill('Gamma again');
      for (const step of ['Next', 'Next']) await page.getByRole('button', { name: step }).click();
      assert.equal(await page.getByLabel('Judgements per task').first().inputValue(), '2');
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { level: 1, name: 'Gamma again' }).waitFor();
    });
  });

  describe('the lists of two apps', () => {
    test('search for the words in the URL, and never show evaluations or search words of each other', async () => {
      await make('Mu');
      const other = await makeHumanEvaluation(owner(), { settings: { name: 'Nu' } });
      const apps = await owner().listApps({ query: {} });
      const name = apps.find(({ app_id }) => app_id === other.app_id)?.app_name ?? '';
      const page = await signIn();
      // Parameters that are unknown or mistyped are left out.
      await page.goto(`${list}?search=Mu&status=STARTED&page=2`);
      await rowOf(page, 'Mu').waitFor();
      await page.getByLabel('Breadcrumbs').getByRole('link', { name: 'Evaluations' }).click();
      await page.waitForURL(`**${list}`);
      const words = page.getByLabel('Search', { exact: true });
      await until('the search field is empty', async () => (await words.inputValue()) === '');
      await words.fill('Mu');
      await page.waitForURL('**search=Mu');
      await rowOf(page, 'Mu').waitFor();
      const answered = Promise.withResolvers<void>();
      const isOfOther = ({ pathname, searchParams }: URL) =>
        pathname.startsWith('/api/') && searchParams.get('app_id') === other.app_id;
      await page.route(isOfOther, async (route) => {
        await answered.promise;
        await route.continue();
      });
      await page.keyboard.press('Control+k');
      await page.keyboard.type(`${name} evaluations`);
      await page.getByRole('option', { name: `${name} / Evaluations` }).click();
      await page.waitForURL(`**/apps/${other.app_id}/evaluations`);
      // The address changes before the page does.
      await until('the search field is empty', async () => (await words.inputValue()) === '');
      assert.equal(await rowOf(page, 'Mu').count(), 0);
      answered.resolve();
      await rowOf(page, 'Nu').waitFor();
    });
  });

  describe('an app whose evaluations are all archived', () => {
    test('links to the archive', async () => {
      const { body } = await makeEvaluationParts(owner());
      const { id } = await owner().createHumanEvaluation({ body });
      await changeSettings(owner(), { evaluation_id: id }, { name: 'Lambda', archived: true });
      const page = await signIn();
      await page.goto(`/apps/${body.app_id}/evaluations`);
      await page.getByRole('link', { name: 'Show the archive' }).click();
      await rowOf(page, 'Lambda').getByText('Archived').waitFor();
    });
  });

  describe('an evaluation', () => {
    test('is renamed, and leads from outputs to judging to results', async () => {
      const made = await make('Delta');
      const page = await signIn();
      await page.goto(`/evaluations/${made.evaluation_id}`);
      await page.getByRole('button', { name: 'Import outputs' }).waitFor();
      assert.equal(await page.getByRole('link', { name: 'Judge', exact: true }).count(), 0);
      await page.getByRole('button', { name: 'Evaluation actions' }).click();
      await page.getByRole('menuitem', { name: 'Rename…' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Delta, renamed');
      await page.getByLabel('Description').fill('To see who wins.');
      assert.deepEqual(await axeFindings(page), []);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Delta, renamed' }).waitFor();
      await page.getByText('To see who wins.').waitFor();
      await fillOutputs(owner(), made);
      await page.getByRole('link', { name: 'Judge', exact: true }).waitFor();
      await owner().closeHumanEvaluation({ parameters: made });
      await page.reload();
      await page.getByRole('link', { name: 'Read results' }).waitFor();
      assert.equal(await page.getByRole('link', { name: 'Judge', exact: true }).count(), 0);
    });

    test('for guests offers to invite them, and not to judge', async () => {
      const made = await make('Epsilon', { who_may_judge: 'guests' });
      await fillOutputs(owner(), made);
      const page = await signIn();
      await page.goto(`/evaluations/${made.evaluation_id}`);
      await page.getByRole('button', { name: 'Invite guests' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
      await page.getByRole('dialog').locator('code').waitFor();
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('cell', { name: '0 of 1', exact: true }).waitFor();
      assert.equal(await page.getByRole('link', { name: 'Judge', exact: true }).count(), 0);
    });
  });

  describe('home', () => {
    test('groups what waits for the user, in one request', async () => {
      const flagged = await make('Zeta');
      await fillOutputs(owner(), flagged);
      const { assignments } = await owner().takeAssignments({ parameters: flagged });
      await owner().flagAssignment({
        parameters: { assignment_id: assignments[0]?.id ?? '' },
        body: { reason: 'odd' },
      });
      await make('Eta');
      const page = await signIn();
      const requests: string[] = [];
      page.on('request', (request) => {
        if (/\/api\/(home|human-evaluations|apps)/.test(request.url()))
          requests.push(request.url());
      });
      await page.goto('/inbox');
      const section = (title: string) =>
        page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });
      await section('To judge').getByText('Zeta').waitFor();
      await section('Your evaluations: Flagged').getByText('Zeta').waitFor();
      await section('Your evaluations: Need outputs').getByText('Eta', { exact: true }).waitFor();
      assert.equal(requests.length, 1, requests.join('\n'));
    });
  });

  describe('the command palette', () => {
    test('finds pages by parts of words, and lists recent pages and actions, in one request', async () => {
      const made = await make('Theta of refunds');
      const page = await signIn();
      await page.goto(`/evaluations/${made.evaluation_id}`);
      await page.getByRole('heading', { level: 1, name: 'Theta of refunds' }).waitFor();
      await page.goto('/settings/profile');
      await page.getByText('this session').waitFor();
      const requests: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/destinations')) requests.push(request.url());
      });
      await page.keyboard.press('Control+k');
      const option = (name: RegExp) => page.getByRole('option', { name });
      await option(/Theta of refunds Recent evaluation/).waitFor();
      assert.equal(requests.length, 1, requests.join('\n'));
      await page.keyboard.type('invite');
      await option(/Invite people/).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Invite people' }).waitFor();
      await page.keyboard.press('Escape');
      const invite = page.getByRole('button', { name: 'Invite people' });
      await invite.focus();
      await page.keyboard.press('Control+k');
      await page.keyboard.press('Escape');
      await invite.and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('refu thet');
      await option(/Theta of refunds/).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/evaluations/${made.evaluation_id}`);
    });
  });

  describe('the issues of an evaluation', () => {
    test('are navigated with J and K, resolved, filtered and exported', async () => {
      const made = await make('Iota');
      await fillOutputs(owner(), made);
      for (const index of [0, 1]) {
        const { assignments } = await owner().takeAssignments({ parameters: made });
        const one = { parameters: { assignment_id: assignments[0]?.id ?? '' } };
        await owner().flagAssignment({ ...one, body: { reason: `reason ${index}` } });
        await owner().submitJudgement({ ...one, body: { outcome: 'tie', note: `note ${index}` } });
      }
      const page = await signIn();
      await page.goto(`/evaluations/${made.evaluation_id}`);
      await page.getByRole('link', { name: 'Issues' }).click();
      const current = page.locator('tr[aria-current=true]');
      await current.getByText('reason 1').waitFor();
      // A table that scrolls sideways must not shrink where the page is longer than the window.
      await page.setViewportSize({ width: 1280, height: 300 });
      assert.ok((await page.locator('table').first().evaluate(heightOfFrame)) > 150);
      assert.deepEqual(await axeFindings(page), []);
      await page.keyboard.press('j');
      await current.getByText('reason 0').waitFor();
      await page.keyboard.press('k');
      await current.getByText('reason 1').waitFor();
      await page.keyboard.press('r');
      await page.getByText('reason 1').waitFor({ state: 'detached' });
      await page
        .getByRole('row', { name: /note 0/ })
        .getByRole('button', { name: 'Dismiss' })
        .click();
      await page.getByText('note 0').waitFor({ state: 'detached' });
      await page.getByLabel('State').selectOption('Dismissed');
      await page.getByText('note 0').waitFor();
      await until('it is stored', async () => {
        const { issues } = await owner().listEvaluationIssues({ parameters: made });
        return issues.some(({ state }) => state === 'dismissed');
      });
      await page.reload();
      await page.getByRole('button', { name: 'Open again' }).waitFor();
      await page.getByLabel('Kind').selectOption('Flag (2)');
      await page.getByText('No issue matches these filters.').waitFor();
      await page.getByLabel('State').selectOption('Resolved');
      await page.getByText('reason 1').waitFor();

      await page.getByRole('button', { name: 'Export…' }).click();
      await page
        .getByLabel('Content')
        .selectOption({ label: 'Preference pairs for fine-tuning (prompt, chosen, rejected)' });
      await page.getByLabel('Ties').selectOption('Keep, marked as ties');
      await page.getByLabel('Format').selectOption('JSONL');
      assert.deepEqual(await axeFindings(page), []);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download' }).click(),
      ]);
      assert.match(file.suggestedFilename(), /preferences\.jsonl$/);
    });

    test('are decided one at a time while the key is held, and the current one stays current when another arrives above', async () => {
      const { evaluation_id, flag } = await makeFlagged(['first', 'second', 'third']);
      const page = await signIn();
      await page.goto(`/evaluations/${evaluation_id}/issues`);
      const current = page.locator('tr[aria-current=true]');
      await current.getByText('third').waitFor();
      await page.keyboard.down('r');
      await page.getByText('third').waitFor({ state: 'detached' });
      for (let repeated = 0; repeated < 3; repeated += 1) await page.keyboard.down('r');
      await page.keyboard.up('r');
      await painted(page);
      assert.match(await current.innerText(), /second/);
      await until('one is decided', async () => {
        const { issues } = await owner().listEvaluationIssues({ parameters: { evaluation_id } });
        const open = issues.filter(({ state }) => state === 'open').map(({ text }) => text);
        return open.join() === 'second,first';
      });
      await page.route('**/issues/*', async (route) => {
        await flag('fourth');
        await route.continue();
      });
      await page.keyboard.press('r');
      await page.getByText('fourth').waitFor();
      assert.match(await current.innerText(), /first/);
    });

    test('are listed again when their decision failed, even if one of another evaluation was still being saved', async () => {
      const one = await makeFlagged(['to fail']);
      const other = await makeFlagged(['to be saved']);
      const page = await signIn({ expected: /ERR_FAILED/ });
      const failure = Promise.withResolvers<void>();
      const success = Promise.withResolvers<void>();
      await page.route(`**/${one.evaluation_id}/issues/*`, async (route) => {
        await failure.promise;
        await route.abort();
      });
      await page.route(`**/${other.evaluation_id}/issues/*`, async (route) => {
        await success.promise;
        await route.continue();
      });
      await page.goto(`/evaluations/${one.evaluation_id}/issues`);
      await page.getByText('to fail').waitFor();
      await page.keyboard.press('r');
      await page.getByText('to fail').waitFor({ state: 'detached' });
      await follow(page, `/evaluations/${other.evaluation_id}/issues`);
      await page.getByText('to be saved').waitFor();
      await page.keyboard.press('r');
      await page.getByText('to be saved').waitFor({ state: 'detached' });
      failure.resolve();
      await page.getByText('Jurybox could not be reached.').first().waitFor();
      const saved = page.waitForResponse('**/issues/*');
      success.resolve();
      await (await saved).finished();
      await follow(page, `/evaluations/${one.evaluation_id}/issues`);
      await page.getByText('to fail').waitFor();
    });
  });
});

/** An evaluation with a flagged task for each reason; the last reason is listed first. */
async function makeFlagged(reasons: readonly string[]) {
  const made = await makeHumanEvaluation(owner(), { rows: numberedRows(reasons.length + 1) });
  await fillOutputs(owner(), made);
  const { assignments } = await owner().takeAssignments({
    parameters: made,
    body: { count: reasons.length + 1 },
  });
  // Flags are listed by the id of their task.
  const remaining = assignments.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const flag = async (reason: string) => {
    const assignment_id = remaining.shift()?.id ?? '';
    await owner().flagAssignment({ parameters: { assignment_id }, body: { reason } });
  };
  for (const reason of reasons) await flag(reason);
  return { ...made, flag };
}

/** Runs in the page. */
function heightOfFrame(table: Element): number {
  return table.parentElement?.clientHeight ?? 0;
}
