import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Assignment } from '../../src/contract/judging/assignments.ts';
import { createRandom } from '../../src/statistics/numerics/random.ts';
import { type Crowd, gatherCrowd, letJudge, type Shown, type Step } from '../support/crowd.ts';
import { IS_LONG } from '../support/effort.ts';
import { ENGINES, type EngineName } from '../support/engine-names.ts';
import type { MadeEvaluation } from '../support/evaluations.ts';
import { judgeTasks } from '../support/judge-tasks.ts';
import { makeRawDatabase, type RawDatabase } from '../support/raw-database.ts';
import { ReferenceQueue } from '../support/reference-queue.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';

const SEED = Number(process.env['TEST_SEED'] ?? 16);

/** Of a hundred tasks. */
const HABITS = { skip: 6, flag: 5, leave: 3 };
const NO_HABITS = { skip: 0, flag: 0, leave: 0 };

const SCORES = { type: 'single_model_test', variantCount: 2, tasks: ['0', '1'] } as const;
const PAIRS = { type: 'human_a_b_testing', variantCount: 3, tasks: ['0 1', '0 2', '1 2'] } as const;
const PAIR = { type: 'human_a_b_testing', variantCount: 2, tasks: ['0 1'] } as const;

/**
 * Decision 0012: "An annotator is handed all open tasks of the first scenario in that order which has a
 * place for them"; "when an annotator opens one, at most so many scenarios are unfinished: those that
 * others hold, and those that this annotator had".
 */
for (const engine of ENGINES) {
  describe(`takeAssignments finishes scenarios before it opens others, on ${engine} (TEST_SEED=${SEED})`, () => {
    const place = startBefore(engine);
    const scenarios = engine === 'sqlite' || IS_LONG ? 18 : 8;
    for (const judgementsPerTask of [1, 3]) {
      for (const annotatorCount of engine === 'sqlite' || IS_LONG ? [1, 5, 20] : [5]) {
        test(`${annotatorCount} annotators who skip, flag and leave, ${judgementsPerTask} judgements per task`, async (t) => {
          const wish = { annotatorCount, judgementsPerTask, scenarios, habits: HABITS };
          const { queue, mostUnfinished } = await judge(place(), { ...wish, ...SCORES, askFor: 2 });
          t.diagnostic(`at most ${mostUnfinished} of ${scenarios} unfinished`);
          assertAllJudged(queue, Math.min(judgementsPerTask, annotatorCount));
        });
      }
    }

    test('5 annotators, all pairs of three variants', async () => {
      const wish = { annotatorCount: 5, judgementsPerTask: 2, scenarios: 8, habits: HABITS };
      const { queue } = await judge(place(), { ...wish, ...PAIRS, askFor: 1 });
      assertAllJudged(queue, 2);
    });

    test('12 simultaneous annotators: at most one unfinished scenario each', async () => {
      const { server } = place();
      const { type, variantCount } = SCORES;
      const settings = { judgements_per_task: 3 };
      const wish = { type, variantCount, settings, scenarios: 20, annotatorCount: 12 };
      const { made, annotators } = await gatherCrowd(server, wish);
      const judged = new Map<string, number>();
      let mostUnfinished = 0;
      const judgeOne = ({ inputs }: Assignment) => {
        const scenario = inputs[0]?.input_value ?? '';
        judged.set(scenario, (judged.get(scenario) ?? 0) + 1);
        const unfinished = [...judged.values()].filter((count) => count < 2 * 3).length;
        mostUnfinished = Math.max(mostUnfinished, unfinished);
        return { score: 50 };
      };
      await Promise.all(annotators.map(({ client }) => judgeTasks(client, made, judgeOne)));
      assert.ok(mostUnfinished <= 12, `${mostUnfinished}`);
      assert.deepEqual([...judged.values()], Array(20).fill(2 * 3));
    });

    test('one judgement per task and no skips: at most one unfinished scenario each', async () => {
      const wish = { annotatorCount: 5, judgementsPerTask: 1, scenarios: 20, habits: NO_HABITS };
      const { queue, mostUnfinished } = await judge(place(), { ...wish, ...SCORES, askFor: 1 });
      assert.ok(mostUnfinished <= 5, `${mostUnfinished}`);
      assertAllJudged(queue, 1);
    });
  });
}

describe(`completion with three judgements per task (TEST_SEED=${SEED})`, () => {
  const place = startBefore('sqlite');
  for (const [annotatorCount, slowest] of [
    [3, 1],
    [6, 4],
  ] as const) {
    test(`70 of 120 judgements by ${annotatorCount}, the slowest ${slowest} times as slow, complete about 58 % of scenarios`, async (t) => {
      const wish = { judgementsPerTask: 3, scenarios: 40, habits: NO_HABITS };
      const run = await judge(place(), { ...wish, ...PAIR, annotatorCount, slowest, askFor: 1 });
      const share = (run.finishedAfter[70] ?? 0) / 40;
      t.diagnostic(`${share * 100} % complete`);
      assert.ok(Math.abs(share - 70 / 120) <= 0.1, `${share}`);
      assertAllJudged(run.queue, 3);
    });
  }
});

for (const engine of ENGINES) {
  test(`an evaluation of an old release keeps its order, even reopened, on ${engine}`, async (t) => {
    const { database, server } = await start(engine);
    t.after(() => server.stop());
    const scenarios = 6;
    const { type, variantCount } = SCORES;
    const settings = { judgements_per_task: 2 };
    const wish = { type, variantCount, settings, scenarios, annotatorCount: 2 };
    const { made, annotators } = await gatherCrowd(server, wish);
    // As old releases stored it: the first outputs of all scenarios before the second ones.
    await database.run(`UPDATE tasks SET rank = (rank % 2) * ${scenarios} + rank / 2`);
    const orders: number[][] = [];
    for (const annotator of annotators) {
      const order: number[] = [];
      const onStep = (step: Step) => {
        if (step.kind === 'judged') order.push(step.task.scenario);
      };
      await letJudge({ made, annotators: [annotator], random: createRandom(SEED), onStep });
      orders.push(order);
      await server.owner.closeHumanEvaluation({ parameters: made });
      await server.owner.reopenHumanEvaluation({ parameters: made });
    }
    const [first = [], second] = orders;
    assert.equal(first.length, 2 * scenarios);
    assert.ok(first.every((scenario, place) => scenario === first[place - (place % 2)]));
    assert.deepEqual(second, first);
  });
}

interface Design extends Pick<Crowd, 'slowest' | 'askFor' | 'habits'> {
  readonly type: MadeEvaluation['evaluation_type'];
  readonly variantCount: number;
  readonly tasks: readonly string[];
  readonly annotatorCount: number;
  readonly judgementsPerTask: number;
  readonly scenarios: number;
}

/** Lets a crowd judge an evaluation, and checks every step against the rule. */
async function judge({ database, server }: Place, design: Design) {
  const gathered = await gatherCrowd(server, {
    type: design.type,
    variantCount: design.variantCount,
    settings: { judgements_per_task: design.judgementsPerTask },
    scenarios: design.scenarios,
    annotatorCount: design.annotatorCount,
  });
  const queue = new ReferenceQueue(design.tasks, design.judgementsPerTask);
  const finishedAfter: number[] = [0];
  let mostUnfinished = 0;
  await letJudge({
    ...gathered,
    ...design,
    random: createRandom(SEED),
    expire: ({ id }) =>
      database.run(
        `UPDATE assignments SET lease_until = 1 WHERE status = 'open' AND annotator_id = '${id}'`,
      ),
    onStep: (step) => {
      follow(queue, step);
      mostUnfinished = Math.max(mostUnfinished, queue.unfinished().length);
      if (step.kind === 'judged') finishedAfter.push(queue.finished());
    },
  });
  return { queue, mostUnfinished, finishedAfter };
}

interface Place {
  readonly database: RawDatabase;
  readonly server: TestServer;
}

/** One server for all tests of a block, each of which judges its own evaluations. */
function startBefore(engine: EngineName): () => Place {
  let place: Place | undefined;
  before(async () => {
    place = await start(engine);
  });
  after(() => place?.server.stop());
  return () => place ?? assert.fail('The server runs only while tests run.');
}

async function start(engine: EngineName): Promise<Place> {
  const database = await makeRawDatabase(engine);
  const environment = { DURABILITY: 'relaxed' };
  const server = await startTestServer({ engine, ...database.place, environment });
  return { database, server };
}

function follow(queue: ReferenceQueue, step: Step): void {
  const { annotator } = step;
  if (step.kind === 'left') queue.expire(annotator);
  else if (step.kind === 'taken') for (const shown of step.tasks) hand(queue, annotator, shown);
  else queue.end(annotator, { ...placeOf(step.task), part: step.kind });
}

function hand(queue: ReferenceQueue, annotator: number, shown: Shown): void {
  const place = placeOf(shown);
  if (queue.has(annotator, place)) return;
  const next = queue.next(annotator);
  const isNew = !queue.isBegun(shown.scenario);
  // No new task was left: a skipped one came back.
  if (next === undefined && !isNew) return queue.hold(annotator, place);
  if (next !== undefined) assert.equal(shown.scenario, next, 'a begun scenario comes first');
  queue.take(annotator, shown.scenario);
  if (!isNew) return;
  const unfinished = queue.unfinished().length;
  const window = queue.heldByOthers(annotator) + queue.hadBy(annotator);
  assert.ok(unfinished <= window, `${unfinished} unfinished in a window of ${window}`);
}

function placeOf({ scenario, variants }: Shown): { scenario: number; task: string } {
  return { scenario, task: variants.toSorted((one, other) => one - other).join(' ') };
}

function assertAllJudged(queue: ReferenceQueue, times: number): void {
  assert.ok(queue.judgements().every((count) => count === times));
}
