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

/** What can happen to a request; some of the lost ones still reach the server. */
const NETWORKS: readonly Network[] = [
  whole,
  async (route) => {
    await setTimeout(random.between(0, MOST_DELAY_MS));
    await route.continue();
  },
  (route) => (isLikely(60) ? route.abort('connectionreset') : route.continue()),
  async (route) => {
    if (isLikely(40)) return route.continue();
    // The server handles the request, but the page never gets the response.
    await route.fetch();
    await route.abort('connectionreset');
  },
  (route) => (isLikely(60) ? route.fulfill({ status: 503 }) : route.continue()),
];

/** The verdict of a key: the index of the variant whose output is on that side, or a word. */
async function verdictOf(page: Page, key: string): Promise<string> {
  if (key === 't') return 'tie';
  if (key === 'x') return 'both_bad';
  const side = page.getByRole('region', { name: key === 'a' ? 'Output A' : 'Output B' });
  const text = await side.filter({ visible: true }).innerText();
  return /output (\d+) of/.exec(text)?.[1] ?? assert.fail(text);
}

async function storedVerdicts({
  evaluation_id,
  variants,
}: MadeEvaluation): Promise<Map<string, string>> {
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
  test(`the latest verdict on every task is stored, whatever the network does (${round})`, async () => {
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
      await until('a task is shown, or all are judged', isReady);
    };
    const expectedVerdicts = new Map<string, string>();
    /** The questions whose judgements this page can undo. */
    let undoable: string[] = [];
    await enter();
    for (let step = 0; step < STEPS; step += 1) {
      if (isLikely(20)) network = random.pick(NETWORKS);
      const undone = isLikely(15) ? undoable.pop() : undefined;
      if (undone !== undefined) {
        await until(`${undone} is shown`, async () => {
          await page.keyboard.press('u');
          return (await shownQuestions(page)).includes(undone);
        });
        expectedVerdicts.delete(undone);
        continue;
      }
      if (isLikely(5) || (await shownQuestions(page)).length === 0) {
        await enter();
        undoable = [];
        if ((await shownQuestions(page)).length === 0) break;
      }
      const question = await shownQuestion(page);
      assert.ok(!expectedVerdicts.has(question), `${question} was judged already`);
      const key = random.pick(['a', 'b', 't', 'x', 's']);
      if (key !== 's') expectedVerdicts.set(question, await verdictOf(page, key));
      await pressForNext(page, key);
      undoable.push(question);
    }
    network = whole;
    // The page tries again at once when the browser says that it is online.
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await allSent(page);
    assert.deepEqual(await storedVerdicts(made), expectedVerdicts);
  });
}
