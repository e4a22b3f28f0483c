import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import type { Assignment } from '../../src/contract/judging/assignments.ts';
import { areaUnderCurve } from '../support/area-under-curve.ts';
import { makeMember } from '../support/builders.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { type EvaluationWish, makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { enter, makeLink } from '../support/guests.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';
import { takeTasks } from '../support/take-tasks.ts';
import { repeatableSources } from './annotator-crawl.ts';

const GUESTS = 20;
const SCENARIOS = 12;
const TAKEN_AHEAD = 5;

/** The longest block of sides is 16, so at most eight tasks in a row show the same one. */
const TIMED = 9;

/** At once, an annotator is handed a fifth of the tasks that are left. */
const SHARES = 5;

/** The tasks of one guest in their order, with the variants of each from left to right. */
type Sequence = readonly { readonly scenario: string; readonly variants: string }[];

/**
 * Outputs name their variant here, so a sequence shows what the order of tasks gives away.
 * Ids and secrets are the same in every run, and so are the sequences.
 */
describe('G23: the order of tasks', () => {
  let server: TestServer | undefined;
  before(async () => {
    server = await startTestServer({ engine: 'sqlite', sources: repeatableSources(1.8e12) });
  });
  after(() => server?.stop());

  const sequencesOf = async (wish: EvaluationWish, guests = GUESTS): Promise<Sequence[]> => {
    assert.ok(server);
    const made = await makeHumanEvaluation(server.owner, {
      ...wish,
      rows: numberedRows(SCENARIOS),
      settings: { ...wish.settings, judgements_per_task: 20 },
    });
    await fillOutputs(server.owner, made);
    const link = await makeLink(server.owner, {
      evaluationId: made.evaluation_id,
      max_uses: GUESTS,
    });
    const sequences: Sequence[] = [];
    for (let guest = 0; guest < guests; guest += 1) {
      const { browser } = await enter(server, link);
      sequences.push(await sequenceOf(browser, made));
    }
    return sequences;
  };

  test('of scored outputs differs between scenarios and between annotators', async () => {
    const sequences = await sequencesOf({ type: 'single_model_test', variantCount: 3 });
    assertScenariosStayTogether(sequences, 3);
    const orders = sequences.flatMap((sequence) => inGroups(sequence, 3));
    assertUniform(orders.map(textOf), 6);
    assertUnrelated(sequences, 3);
    assertUnrelatedToTime(sequences, 3);
  });

  test('of three pairs differs between scenarios and between annotators', async () => {
    const sequences = await sequencesOf({ variantCount: 3 });
    assertScenariosStayTogether(sequences, 3);
    const orders = sequences.flatMap((sequence) => inGroups(sequence, 3));
    assertUniform(
      orders.map((group) => group.map(({ variants }) => pairOf(variants)).join(' ')),
      6,
    );
    assertUniform(
      sequences.flat().map(({ variants }) => variants),
      6,
    );
    assertUnrelated(sequences, 3);
  });

  test('of one pair per scenario repeats no pattern', async () => {
    const wish = { variantCount: 3, settings: { pairs_per_scenario: 1 } };
    const [first = []] = await sequencesOf(wish, 1);
    const pairs = first.map(({ variants }) => pairOf(variants));
    assert.equal(pairs.length, SCENARIOS);
    for (const pair of ['0 1', '0 2', '1 2']) {
      assert.equal(pairs.filter((each) => each === pair).length, SCENARIOS / 3, pairs.join());
    }
    for (const period of [1, 2, 3]) {
      const isPattern = pairs.every((pair, index) => pair === pairs[(index + period) % SCENARIOS]);
      assert.ok(!isPattern, pairs.join());
    }
  });

  test('of two variants does not predict the sides of a task from the one before', async () => {
    const sequences = await sequencesOf({});
    const sides = sequences.map((sequence) => sequence.map(({ variants }) => variants));
    assertUniform(sides.flat(), 2);
    const neighbours = sides.flatMap((list) =>
      list.slice(1).map((side, index) => (side === list[index] ? 'same' : 'other')),
    );
    const other = neighbours.filter((each) => each === 'other').length / neighbours.length;
    // Blocks of 8 to 16 make 53 to 57 % of neighbours differ; alternating sides would make all.
    assert.ok(other > 0.45 && other < 0.65, `${other}`);
  });
});

/**
 * How well the duration of a reply separates two kinds of reads: the share of pairs in which the
 * second kind took longer (AUC, 0.5 is chance). Reads take turns, so other load on the machine
 * affects both kinds.
 */
test('G23: the time of a read does not reveal which variant is on the left', async () => {
  const server = await startTestServer({ engine: 'sqlite' });
  try {
    const rows = numberedRows(SHARES * TIMED);
    const made = await makeHumanEvaluation(server.owner, { rows });
    await fillOutputs(
      server.owner,
      made,
      (position, variant) => `output ${variant} of ${position}`,
    );
    const { client } = await makeMember(server, ['evaluator']);
    const tasks = await takeTasks(client, made, TIMED);
    const kinds = [0, 1].map((side) =>
      tasks.filter((task) => shownIn(task).variants.startsWith(`${side}`)),
    );
    assert.ok(kinds.every(({ length }) => length > 0));
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < 1_000; round += 1) {
      for (const kind of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const ofKind = kinds[kind] ?? [];
        const task = ofKind[round % ofKind.length];
        const startedAt = performance.now();
        await client.fetchAssignment({ parameters: { assignment_id: task?.id ?? '' } });
        times[kind].push(performance.now() - startedAt);
      }
    }
    const auc = areaUnderCurve(times[1], times[0]);
    assert.ok(Math.abs(auc - 0.5) <= 0.05, `AUC ${auc}`);
  } finally {
    await server.stop();
  }
});

/** Takes tasks ahead and judges them until none are left, as the page of an annotator does. */
async function sequenceOf(client: Client, made: { evaluation_id: string }): Promise<Sequence> {
  const sequence: { scenario: string; variants: string }[] = [];
  for (;;) {
    const tasks = await takeTasks(client, made, TAKEN_AHEAD);
    if (tasks.length === 0) return sequence;
    for (const task of tasks) {
      sequence.push(shownIn(task));
      const isScored = task.slots.length === 1;
      await client.submitJudgement({
        parameters: { assignment_id: task.id },
        body: isScored ? { score: 50 } : { outcome: 'tie' },
      });
    }
  }
}

function shownIn({ slots, inputs }: Assignment): Sequence[number] {
  const variants = slots.map(({ output }) => /^output (\d)/.exec(output)?.[1] ?? '').join(' ');
  return { scenario: inputs[0]?.input_value ?? '', variants };
}

function inGroups(sequence: Sequence, size: number): readonly Sequence[] {
  return Array.from({ length: sequence.length / size }, (_, group) =>
    sequence.slice(group * size, (group + 1) * size),
  );
}

const textOf = (group: Sequence) => group.map(({ variants }) => variants).join(' ');
const pairOf = (variants: string) => variants.split(' ').toSorted().join(' ');

function assertScenariosStayTogether(sequences: readonly Sequence[], size: number): void {
  assert.equal(sequences.length, GUESTS);
  for (const group of sequences.flatMap((sequence) => inGroups(sequence, size))) {
    assert.equal(new Set(group.map(({ scenario }) => scenario)).size, 1);
  }
}

/** Pearson's χ² stays below the value that chance exceeds once in a thousand times. */
function assertUniform(values: readonly string[], kinds: number): void {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const expected = values.length / kinds;
  const observed = [...counts.values(), ...Array(kinds - counts.size).fill(0)];
  const statistic = observed.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  const limit = { 2: 10.8, 6: 20.5, 9: 26.1 }[kinds] ?? 0;
  assert.ok(statistic < limit, `χ² ${statistic} of ${JSON.stringify([...counts])}`);
}

/** What comes first in a scenario does not predict what comes first in the next one. */
function assertUnrelated(sequences: readonly Sequence[], size: number): void {
  const steps = sequences.flatMap((sequence) => {
    const firsts = inGroups(sequence, size).map(([first]) => pairOf(first?.variants ?? ''));
    return firsts.slice(1).map((first, index) => `${firsts[index]} then ${first}`);
  });
  assertUniform(steps, 9);
}

/** The mean place in time of each variant is that of all, within four standard errors. */
function assertUnrelatedToTime(sequences: readonly Sequence[], variantCount: number): void {
  for (let variant = 0; variant < variantCount; variant += 1) {
    const places = sequences.flatMap((sequence) =>
      sequence.flatMap(({ variants }, place) => (variants === `${variant}` ? [place] : [])),
    );
    const middle = (SCENARIOS * variantCount - 1) / 2;
    const mean = places.reduce((sum, place) => sum + place, 0) / places.length;
    // Inside a scenario the place is uniform on three, so one mean varies by √(2/3)/√n.
    const error = Math.sqrt(2 / 3) / Math.sqrt(places.length);
    assert.ok(Math.abs(mean - middle) < 4 * error, `variant ${variant}: ${mean} of ${middle}`);
  }
}
