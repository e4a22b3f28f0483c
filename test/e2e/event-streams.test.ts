import { describe, test } from 'node:test';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { until } from '../support/until.ts';
import { pressForNext } from './support/judge-page.ts';
import { stage } from './support/stage.ts';

const { owner, signIn } = stage();

/** Browsers keep at most six connections to a host that speaks HTTP/1.1. */
const WINDOWS = 8;

describe('live progress', () => {
  test(`is shown in ${WINDOWS} windows at once while judging goes on`, async () => {
    const made = await makeHumanEvaluation(owner(), { rows: numberedRows(4) });
    await fillOutputs(owner(), made);
    const page = await signIn();
    const windows = [page];
    while (windows.length < WINDOWS) windows.push(await page.context().newPage());
    for (const one of windows) {
      await one.goto(`/evaluations/${made.evaluation_id}`);
      await one.getByText('0 of 4 judgements').waitFor();
    }
    const judge = await page.context().newPage();
    await judge.goto(`/judge/${made.evaluation_id}`);
    await judge.getByText('0 of 4', { exact: true }).waitFor();
    await pressForNext(judge, 'a');
    await until('it is stored', async () => {
      const kept = await owner().listJudgements({
        parameters: { evaluation_id: made.evaluation_id },
      });
      return kept.length === 1;
    });
    for (const one of windows) await one.getByText('1 of 4 judgements').waitFor();
  });
});
