import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Page, Route } from 'playwright-core';
import { rounds } from '../support/effort.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { type MadeEvaluation, makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { until } from '../support/until.ts';
import { allSent, pressForNext, shownQuestion, shownQuestions } from './support/judge-page.ts';
import { stage } from './support/stage.ts';

const { owner, signIn } = stage();

const ROWS = 20;
const STEPS = 40;
const MOST_DELAY_MS = 600;

const random = seededRandom('any network');
const isLikely = (percent: number) => random.between(1, 100) <= percent;

type Network = (route: Route) => Promise<void>;

const whole: Network = (route) => route.continue();

/** What may become of a request; of those that are lost, some get through. */
const NETWORKS: readonly Network[] = [
  whole,
  async (route) => {
    await setTimeout(random.between(0, MOST_DELAY_MS));
    await route.continue();
  },
  (route) => (isLikely(60) ? route.abort('connectionreset') : route.continue()),
  async (route) => {
    if (isLikely(40)) return route.continue();
    // The server did what it was asked for, and the page does not hear of it.
    await route.fetch();
    await route.abort('connectionreset');
  },
  (route) => (isLikely(60) ? route.fulfill({ status: 503 }) : route.continue()),
];

/** The verdict that a key stands for: the variant whose output is shown on that side, or a word. */
async function verdictOf(page: Page, key: string): Promise<string> {
  if (key === 't') return 'tie';
  if (key === 'x') return 'both_bad';
  const side = page.getByRole('region', { name: key === 'a' ? 'Output A' : 'Output B' });
  const text = await side.filter({ visible: true }).innerText();
  return /output (\d+) of/.exec(text)?.[1] ?? assert.fail(text);
}

/** Verdicts by question, as the server has them. */
async function storedIn({ evaluation_id, variants }: MadeEvaluation): Promise<Map<string, string>> {
  const all = await owner().listJudgements({ parameters: { evaluation_id } });
  const valid = all.filter(({ withdrawn }) => !withdrawn);
  return new Map(
    valid.map(({ position, outcome, winner_variant_id }) => {
      const winner = variants.findIndex(({ id }) => id === winner_variant_id);
      return [`question ${position}`, outcome === 'slot' ? String(winner) : String(outcome)];
    }),
  );
}

for (let round = 1; round <= rounds({ short: 1, long: 20 }); round += 1) {
  test(`what an annotator said last is stored, whatever the network does (${round})`, async () => {
    const made = await makeHumanEvaluation(owner(), { rows: numberedRows(ROWS) });
    await fillOutputs(owner(), made);
    const page = await signIn({ expected: /ERR_CONNECTION_RESET|Failed to fetch|503/ });
    let network = whole;
    await page.route('**/api/**', (route) => network(route).catch(() => undefined));
    const isReady = async () =>
      (await shownQuestions(page)).length > 0 ||
      (await page.getByText('You have judged').count()) > 0;
    const enter = async () => {
      network = whole;
      await page.goto(`/judge/${made.evaluation_id}`);
      await until('there is a task, or all are judged', isReady);
    };
    const said = new Map<string, string>();
    /** What this page can take back. */
    let steps: string[] = [];
    await enter();
    for (let step = 0; step < STEPS; step += 1) {
      if (isLikely(20)) network = random.pick(NETWORKS);
      const undone = isLikely(15) ? steps.pop() : undefined;
      if (undone !== undefined) {
        await until(`${undone} is shown`, async () => {
          await page.keyboard.press('u');
          return (await shownQuestions(page)).includes(undone);
        });
        said.delete(undone);
        continue;
      }
      if (isLikely(5) || (await shownQuestions(page)).length === 0) {
        await enter();
        steps = [];
        if ((await shownQuestions(page)).length === 0) break;
      }
      const question = await shownQuestion(page);
      assert.ok(!said.has(question), `${question} was judged already`);
      const key = random.pick(['a', 'b', 't', 'x', 's']);
      if (key !== 's') said.set(question, await verdictOf(page, key));
      await pressForNext(page, key);
      steps.push(question);
    }
    network = whole;
    // The page tries again at once when the browser says that it is online.
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await allSent(page);
    assert.deepEqual(await storedIn(made), said);
  });
}
