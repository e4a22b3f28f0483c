import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import type { Judgement } from '../../src/contract/judging/judgements.ts';
import { summarizeResults } from '../../src/domain/results/summarize-results.ts';
import { makeMember } from '../support/builders.ts';
import { rounds } from '../support/effort.ts';
import { onEachEngine } from '../support/engines.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import {
  createFrom,
  type EvaluationParts,
  type EvaluationWish,
  type MadeEvaluation,
  makeEvaluationParts,
} from '../support/evaluations.ts';
import { rowsOf } from '../support/rows-of.ts';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';
import { type ChoiceRow, type ScoreRow, studyOf, type VoteRow } from '../support/studies.ts';
import { takeTasks } from '../support/take-tasks.ts';
import { scenarioIdsOf, sendVote } from '../support/votes.ts';

/** On each engine. */
const SEQUENCES = rounds({ short: 4, long: 12 });
const COMMANDS = 12;
const ROWS = 4;
const JUDGEMENTS_PER_TASK = 2;

const WISHES: readonly EvaluationWish[] = [
  { rows: rowsOf(ROWS), settings: { judgements_per_task: JUDGEMENTS_PER_TASK } },
  { rows: rowsOf(ROWS), variantCount: 3, settings: { judgements_per_task: JUDGEMENTS_PER_TASK } },
  {
    rows: rowsOf(ROWS),
    type: 'single_model_test',
    settings: { judgements_per_task: JUDGEMENTS_PER_TASK },
  },
];

onEachEngine((server) => {
  describe('G10: statistics', () => {
    const random = seededRandom('recount of statistics');
    let people: readonly Client[] = [];
    let choices: readonly EvaluationParts[] = [];
    before(async () => {
      const { owner } = server();
      const editors = [
        await makeMember(server(), ['editor']),
        await makeMember(server(), ['editor']),
      ];
      people = [owner, ...editors.map(({ client }) => client)];
      choices = await Promise.all(WISHES.map((wish) => makeEvaluationParts(owner, wish)));
    });

    test('equal a recount of the listed judgements after every command', async () => {
      const { owner } = server();
      for (let sequence = 0; sequence < SEQUENCES; sequence += 1) {
        const made = await createFrom(owner, random.pick(choices));
        const parameters = { evaluation_id: made.evaluation_id };
        await fillOutputs(owner, made, outputOf);
        for (let command = 0; command < COMMANDS; command += 1) {
          await judgeAtRandom(random.pick(people), made, random);
          const { statistics } = await owner.fetchResults({ parameters });
          const query = { limit: 200 };
          assert.deepEqual(
            statistics,
            recount(made, await owner.listJudgements({ parameters, query })),
          );
        }
      }
    });
  });
});

/** Outputs of different lengths; which variant is longer varies by scenario. */
function outputOf(position: number, variant: number): string {
  return 'word '.repeat(1 + ((3 * position + 2 * variant) % 5));
}

/** Judges, judges again or withdraws, through the queue or as clients of the original do. */
async function judgeAtRandom(
  person: Client,
  made: MadeEvaluation,
  random: SeededRandom,
): Promise<void> {
  const isComparison = made.evaluation_type === 'human_a_b_testing';
  const parameters = { evaluation_id: made.evaluation_id };
  switch (random.pick(['original', 'queue', 'again'])) {
    case 'original': {
      const scenario_id = random.pick(await scenarioIdsOf(person, made.evaluation_id));
      const votes = ['', '0', '1', ...made.variants.map(({ id }) => id)];
      const body = isComparison
        ? { vote: random.pick(votes) }
        : { score: random.pick(['', '5', '7.5', '100']) };
      return sendVote(person, made, { scenario_id, ...body });
    }
    case 'queue': {
      const [task] = await takeTasks(person, made);
      if (task !== undefined) await submit(person, { task, isComparison }, random);
      return;
    }
    case 'again': {
      const query = { status: 'judged' } as const;
      const judged = await person.listAssignments({ parameters, query });
      const [task] = judged;
      if (task === undefined) return;
      if (random.pick([true, false])) return submit(person, { task, isComparison }, random);
      await person.withdrawJudgement({ parameters: { assignment_id: task.id } });
    }
  }
}

async function submit(
  person: Client,
  {
    task,
    isComparison,
  }: {
    readonly task: { readonly id: string; readonly slots: readonly { readonly slot_id: string }[] };
    readonly isComparison: boolean;
  },
  random: SeededRandom,
): Promise<void> {
  const outcomes = ['tie', 'both_bad', ...task.slots.map(({ slot_id }) => slot_id)];
  await person.submitJudgement({
    parameters: { assignment_id: task.id },
    body: {
      ...(isComparison ? { outcome: random.pick(outcomes) } : { score: random.between(0, 100) }),
      time_taken_ms: random.between(1000, 9000),
    },
  });
}

/** From the public list of judgements, row by row. */
function recount({ variants, evaluation_type }: MadeEvaluation, judgements: readonly Judgement[]) {
  const isComparison = evaluation_type === 'human_a_b_testing';
  const ids = variants.map(({ id }) => id);
  const annotators = [...new Set(judgements.map(({ annotator }) => annotator.id))].sort();
  const current = judgements.filter(({ withdrawn }) => !withdrawn);
  const judgedOf = (judgement: Judgement) => ({
    case: judgement.position,
    annotator: annotators.indexOf(judgement.annotator.id),
    at: Date.parse(judgement.judged_at),
    ...(judgement.time_taken_ms === null ? {} : { ms: judgement.time_taken_ms }),
  });
  const winnerOf = ({ winner_variant_id }: Judgement) => ids.indexOf(winner_variant_id ?? '');
  const votes = current.flatMap((judgement): VoteRow[] => {
    if (!isComparison || !judgement.sides_stored) return [];
    const [left = -1, right = -1] = judgement.slots.map(({ variant_id }) =>
      ids.indexOf(variant_id ?? ''),
    );
    const named = { tie: 2, both_bad: 3, slot: winnerOf(judgement) === left ? 0 : 1 };
    return [{ ...judgedOf(judgement), left, right, outcome: named[judgement.outcome ?? 'tie'] }];
  });
  const choices = current.flatMap((judgement): ChoiceRow[] => {
    if (!isComparison || judgement.sides_stored) return [];
    const named = { tie: -1, both_bad: -2, slot: winnerOf(judgement) };
    return [{ ...judgedOf(judgement), chosen: named[judgement.outcome ?? 'tie'] }];
  });
  const scores = current.flatMap((judgement): ScoreRow[] =>
    judgement.score === null
      ? []
      : [{ ...judgedOf(judgement), variant: 0, value: judgement.score }],
  );
  const overall = { name: 'score', scale: 'numeric', low: 0, high: 100 } as const;
  const study = studyOf({
    variants: ids.length,
    cases: ROWS,
    votes,
    choices,
    scores,
    lengths: Float64Array.from(
      { length: ROWS * ids.length },
      (_, at) => outputOf(Math.floor(at / ids.length), at % ids.length).length,
    ),
    settings: { judgementsPerTask: JUDGEMENTS_PER_TASK },
    ...(isComparison ? {} : { criteria: [overall] }),
  });
  return summarizeResults({ ...study, variants: ids, annotators });
}
