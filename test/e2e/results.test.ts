import { describe, test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import type { Assignment, JudgementSubmission } from '../../src/contract/assignments.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { type EvaluationWish, makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { stage } from './support/stage.ts';

const { owner, signIn } = stage();

async function makeJudged(
  client: Client,
  wish: EvaluationWish,
  judge: (assignment: Assignment, index: number) => JudgementSubmission,
) {
  const made = await makeHumanEvaluation(client, { rows: numberedRows(8), ...wish });
  await fillOutputs(client, made);
  const parameters = { evaluation_id: made.evaluation_id };
  for (let index = 0; ; index += 1) {
    const { assignments } = await client.takeAssignments({ parameters });
    const [assignment] = assignments;
    if (assignment === undefined) break;
    const body = judge(assignment, index);
    await client.submitJudgement({ parameters: { assignment_id: assignment.id }, body });
  }
  return { ...made, path: `/evaluations/${made.evaluation_id}/results` };
}

/** The variant whose output says so wins. */
function preferring(variant: number, { slots }: Assignment): JudgementSubmission {
  const slot = slots.find(({ output }) => output.startsWith(`output ${variant}`)) ?? slots[0];
  return { outcome: slot?.slot_id ?? 'tie' };
}

describe('the results page', () => {
  test('ranks three variants and shows who wins against whom', async () => {
    const { path } = await makeJudged(owner(), { variantCount: 3 }, (assignment) =>
      preferring(2, assignment),
    );
    const page = await signIn();
    await page.goto(path);
    await page.getByRole('heading', { name: 'Ranking' }).waitFor();
    await page.getByRole('table', { name: 'Wins against each other' }).waitFor();
    await page.getByRole('heading', { name: 'How this was computed' }).waitFor();
  });

  test('shows scores as they were given', async () => {
    const settings = { score_min: 1, score_max: 5 };
    const { path } = await makeJudged(
      owner(),
      { type: 'single_model_test', variantCount: 2, settings },
      ({ slots }, index) => ({
        score: slots[0]?.output.startsWith('output 0') ? 2 : 3 + (index % 3),
      }),
    );
    const page = await signIn();
    await page.goto(path);
    await page
      .getByText(/on average/)
      .first()
      .waitFor();
    await page.getByRole('heading', { name: 'How this was computed' }).waitFor();
  });

  test('shows the answers to criteria', async () => {
    const criteria = [
      { name: 'Helpful', scale: { kind: 'likert' as const, labels: ['no', 'partly', 'yes'] } },
    ];
    const { path } = await makeJudged(owner(), { settings: { criteria } }, (assignment, index) => ({
      ...preferring(1, assignment),
      answers: assignment.slots.map(({ slot_id }, slot) => ({
        criterion: 'Helpful',
        slot_id,
        value: ((index + slot) % 3) + 1,
      })),
    }));
    const page = await signIn();
    await page.goto(path);
    await page.getByRole('heading', { name: 'Scores: Helpful' }).first().waitFor();
  });

  test('says that nothing is known where nobody has judged', async () => {
    const { evaluation_id } = await makeHumanEvaluation(owner());
    const page = await signIn();
    await page.goto(`/evaluations/${evaluation_id}/results`);
    await page.getByText('Nothing is known yet').waitFor();
  });
});
