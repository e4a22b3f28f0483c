import { describe, test } from 'node:test';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { stage } from './support/stage.ts';

const { owner, signIn } = stage();

async function make() {
  const made = await makeHumanEvaluation(owner(), { rows: numberedRows(3) });
  await fillOutputs(owner(), made);
  return { evaluation_id: made.evaluation_id };
}

describe('the inbox', () => {
  test('lists evaluations with tasks to judge, also failed ones, but no closed ones', async () => {
    const [failed, withErrors, closed] = [await make(), await make(), await make()];
    for (const [parameters, status] of [
      [failed, 'EVALUATION_FAILED'],
      [withErrors, 'EVALUATION_FINISHED_WITH_ERRORS'],
    ] as const) {
      await owner().updateHumanEvaluation({ parameters, body: { status } });
    }
    await owner().closeHumanEvaluation({ parameters: closed });
    const page = await signIn();
    await page.goto('/inbox');
    const row = ({ evaluation_id }: typeof failed) =>
      page.locator(`a[href="/judge/${evaluation_id}"]`);
    await row(failed).waitFor();
    await row(withErrors).waitFor();
    await row(closed).waitFor({ state: 'detached' });
    await row(withErrors).click();
    await page.getByText('0 of 3', { exact: true }).waitFor();
  });
});
