import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Assignment, JudgementSubmission } from '../../src/contract/judging/assignments.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { type EvaluationWish, makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { takeTasks } from '../support/take-tasks.ts';
import { stage } from './support/stage.ts';

const { owner, signIn } = stage();

interface JudgedEvaluation extends EvaluationWish {
  /** The number of tasks to judge. */
  readonly tasks: number;
  readonly judge: (task: Assignment, index: number) => JudgementSubmission;
}

async function openResults({ tasks, judge, ...wish }: JudgedEvaluation) {
  const made = await makeHumanEvaluation(owner(), wish);
  await fillOutputs(owner(), made);
  for (let judged = 0; judged < tasks; ) {
    const taken = await takeTasks(owner(), made, Math.min(5, tasks - judged));
    for (const task of taken) {
      const body = judge(task, judged);
      await owner().submitJudgement({ parameters: { assignment_id: task.id }, body });
      judged += 1;
    }
  }
  const page = await signIn();
  await page.goto(`/evaluations/${made.evaluation_id}/results`);
  await page.getByRole('heading', { name: 'How this was computed' }).waitFor();
  return { page, verdict: page.getByRole('region', { name: 'Verdict' }), made };
}

/** Prefers the output of the variant. */
function preferring(variant: number, { slots }: Assignment): JudgementSubmission {
  const slot = slots.find(({ output }) => output.startsWith(`output ${variant}`)) ?? slots[0];
  return { outcome: slot?.slot_id ?? 'tie' };
}

async function plainText(page: Page): Promise<string> {
  return (await page.locator('main').innerText()).replaceAll('\u00a0', ' ');
}

describe('the words of the results page', () => {
  test('put every caution as a sentence in the verdict box, never as a code', async () => {
    const { page, verdict } = await openResults({
      rows: numberedRows(24),
      tasks: 24,
      judge: ({ slots }) => ({ outcome: slots[0]?.slot_id ?? 'tie' }),
    });
    const cautions = verdict.getByRole('listitem');
    await verdict.getByRole('heading', { name: 'Read with care' }).waitFor();
    await cautions.getByText('Chose the left output in 24 of 24 decided comparisons.').waitFor();
    await cautions.getByText('One annotator gave all judgements').waitFor();
    await cautions.getByText('Not all judgements are blind: 24 of 24 came from').waitFor();
    const text = await plainText(page);
    assert.match(text, /Not known for other annotators: at least 5 must judge, and 1 has so far\./);
    assert.doesNotMatch(
      text,
      /\b(one|few|constant|dominant|incomplete|side|sides)[_ ](case|cases|annotator|imbalance|unknown)\b,/,
    );
    assert.doesNotMatch(text, /more than chance|NaN|undefined/);
  });

  test('name the plan, the difference that matters and the exclusions, and give no interval before ten scenarios', async () => {
    const { page, verdict } = await openResults({
      rows: numberedRows(14),
      settings: { judgements_per_task: 1 },
      tasks: 12,
      judge: (task, index) => preferring(index % 3 === 0 ? 0 : 1, task),
    });
    await verdict.getByText(/^Not settled yet: /).waitFor();
    await verdict.getByText('Only 12 scenarios are completed').waitFor();
    const series = page.locator('section').filter({
      has: page.getByRole('heading', { name: /^Win rate over time/ }),
    });
    await series.getByText('planned end').waitFor();
    await series.getByRole('button', { name: 'Numbers' }).click();
    const cells = await series.getByRole('row').allInnerTexts();
    assert.equal(cells.length, 13);
    assert.equal(cells[9]?.trim().split(/\s+/).length, 2);
    assert.equal(cells[10]?.trim().split(/\s+/).length, 4);
    const text = await plainText(page);
    assert.match(text, /Plan\s+14 scenarios, 1 judgement per task; 12 completed so far/);
    assert.match(text, /Difference that matters\s+5 points/);
    assert.match(text, /Excluded judgements\s+None/);
    assert.doesNotMatch(text, /Seed|Draws|Adjusted p/);
  });

  test('give the verdict on three variants, with ranks, directions and settled differences', async () => {
    const { page, verdict, made } = await openResults({
      variantCount: 3,
      rows: numberedRows(30),
      tasks: 90,
      judge: (task, index) => {
        const has = (variant: number) =>
          task.slots.some(({ output }) => output.startsWith(`output ${variant}`));
        const [best, other] = has(2) ? [2, has(1) ? 1 : 0] : [1, 0];
        return preferring(index % 11 === 0 ? other : best, task);
      },
    });
    const [first, second, third] = made.variants.map(({ name }) => name);
    await verdict.getByText(`${third} is better than ${second} and ${first}.`).waitFor();
    await page
      .getByRole('list', { name: 'Ranking' })
      .getByText(/· rank 1$/)
      .waitFor();
    const differences = page.getByRole('list', { name: 'Differences of win rates' });
    await differences.getByText('← second better · first better → (points)').waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV: Differences of win rates' }).click(),
    ]);
    const [head, ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    assert.match(head ?? '', /Settled$/);
    assert.equal(lines.length, 3);
    assert.equal(lines.filter((line) => line.endsWith('first is better')).length, 3);
  });

  test('name the criterion, its scale and the direction of scores, and show scores on that scale', async () => {
    const { page, verdict } = await openResults({
      type: 'single_model_test',
      variantCount: 2,
      rows: numberedRows(12),
      settings: {
        score_min: 1,
        score_max: 5,
        criteria: [{ name: 'Kind', scale: { kind: 'binary' }, required: false }],
      },
      tasks: 24,
      judge: ({ slots }, index) => ({
        score: slots[0]?.output.startsWith('output 0') ? 1 + (index % 2) : 4 + (index % 2),
        answers: index < 5 ? [] : [{ criterion: 'Kind', value: index % 3 === 0 }],
      }),
    });
    await page
      .getByText(/^mean /)
      .first()
      .waitFor();
    await verdict.getByText(/scores .* higher than .* \(scale 1 to 5; 95\s% interval /).waitFor();
    const direction = page.getByRole('list', { name: 'Differences: score' });
    await direction.getByText(/^← .* better · .* better →$/).waitFor();
    const notice = page.getByText('Scenarios in which only one output has an answer are left out');
    assert.equal(await notice.count(), 1);
  });
});
