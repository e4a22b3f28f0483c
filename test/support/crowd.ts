import type { Client } from '../../src/client/client.ts';
import type { Assignment } from '../../src/contract/judging/assignments.ts';
import type { Random } from '../../src/statistics/numerics/random.ts';
import { type EvaluationWish, type MadeEvaluation, makeHumanEvaluation } from './evaluations.ts';
import { enter, makeLink } from './guests.ts';
import { outputTable, sendOutputs } from './output-files.ts';
import type { TestServer } from './running-server.ts';
import { takeTasks } from './take-tasks.ts';

/** What a task shows: the number of its scenario and its variants from left to right. */
export interface Shown {
  readonly scenario: number;
  readonly variants: readonly number[];
}

/** What one annotator did. Scenarios and variants are numbered as in the evaluation. */
export type Step =
  | { readonly kind: 'taken'; readonly annotator: number; readonly tasks: readonly Shown[] }
  | { readonly kind: 'judged' | 'skipped'; readonly annotator: number; readonly task: Shown }
  | { readonly kind: 'left'; readonly annotator: number };

interface Annotator {
  readonly id: string;
  readonly client: Client;
}

export interface Crowd {
  readonly made: MadeEvaluation;
  readonly annotators: readonly Annotator[];
  readonly random: Random;
  /** How many times as long as the fastest annotator the slowest takes. */
  readonly slowest?: number;
  /** How many tasks an annotator asks for at once. */
  readonly askFor?: number;
  /** Of a hundred tasks, how many are skipped, flagged, or left until the lease expires. */
  readonly habits?: { readonly skip: number; readonly flag: number; readonly leave: number };
  /** Makes the leases of an annotator expire. */
  readonly expire?: (annotator: Annotator) => Promise<void>;
  readonly onStep: (step: Step) => void;
}

/** An evaluation with outputs that name their variant and scenario, and guests who judge it. */
export async function gatherCrowd(
  server: TestServer,
  wish: EvaluationWish & { readonly scenarios: number; readonly annotatorCount: number },
): Promise<Pick<Crowd, 'made' | 'annotators'>> {
  const { owner } = server;
  const { scenarios, annotatorCount, ...rest } = wish;
  const rows = Array.from({ length: scenarios }, (_, row) => ({ question: `${row}` }));
  const made = await makeHumanEvaluation(owner, { ...rest, rows });
  const texts = rows.map(({ question }) => made.variants.map((_, at) => `${at} of ${question}`));
  await sendOutputs(owner, made, { content: outputTable(made, texts) });
  const link = await makeLink(owner, {
    evaluationId: made.evaluation_id,
    max_uses: annotatorCount,
  });
  const annotators: Annotator[] = [];
  while (annotators.length < annotatorCount) {
    const { id, browser: client } = await enter(server, link);
    annotators.push({ id, client });
  }
  return { made, annotators };
}

/**
 * Lets annotators judge at the same time, each at their own speed, until none of them gets another
 * task. Requests are sent one by one, so each step describes the state until the next.
 */
export async function letJudge(crowd: Crowd): Promise<void> {
  const { made, annotators, random, slowest = 4, askFor = 1, onStep } = crowd;
  const paces = annotators.map(() => 1 + (slowest - 1) * random.uniform());
  const due = paces.map((pace) => pace * random.uniform());
  const inHand = annotators.map((): readonly Assignment[] => []);
  let inVain = 0;
  while (inVain <= 2 * annotators.length) {
    const turn = due.indexOf(Math.min(...due));
    const annotator = annotators[turn];
    if (annotator === undefined) return;
    due[turn] = (due[turn] ?? 0) + (paces[turn] ?? 1) * (0.5 + random.uniform());
    const [task] = inHand[turn] ?? [];
    const act = task === undefined ? 'nothing' : await actOn(crowd, { turn, task });
    if (act === 'leave') {
      due[turn] = (due[turn] ?? 0) + 10;
      inHand[turn] = [];
      continue;
    }
    const taken = await takeTasks(annotator.client, made, askFor);
    onStep({ kind: 'taken', annotator: turn, tasks: taken.map(shownIn) });
    inHand[turn] = taken;
    inVain = taken.length === 0 ? inVain + 1 : 0;
  }
}

type Act = 'judge' | 'skip' | 'leave';

async function actOn(
  crowd: Crowd,
  { turn, task }: { turn: number; task: Assignment },
): Promise<Act> {
  const { annotators, random, habits = { skip: 0, flag: 0, leave: 0 }, onStep } = crowd;
  const annotator = annotators[turn];
  if (annotator === undefined) return 'leave';
  const { client } = annotator;
  const one = { parameters: { assignment_id: task.id } };
  const shown = shownIn(task);
  const draw = random.below(100);
  if (draw < habits.leave && crowd.expire !== undefined) {
    await crowd.expire(annotator);
    onStep({ kind: 'left', annotator: turn });
    return 'leave';
  }
  if (draw < habits.leave + habits.skip) {
    await client.skipAssignment(one);
    onStep({ kind: 'skipped', annotator: turn, task: shown });
    return 'skip';
  }
  if (random.below(100) < habits.flag) {
    await client.flagAssignment({ ...one, body: { reason: 'odd' } });
  }
  const body = shown.variants.length === 1 ? { score: 50 } : { outcome: 'tie' };
  await client.submitJudgement({ ...one, body });
  onStep({ kind: 'judged', annotator: turn, task: shown });
  return 'judge';
}

function shownIn({ slots, inputs }: Assignment): Shown {
  return {
    scenario: Number(inputs[0]?.input_value),
    variants: slots.map(({ output }) => Number.parseInt(output, 10)),
  };
}
