import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import { makeMember } from '../support/builders.ts';
import { rounds } from '../support/effort.ts';
import { onEachEngine } from '../support/engines.ts';
import {
  createFrom,
  type EvaluationParts,
  type EvaluationWish,
  type MadeEvaluation,
  makeEvaluationParts,
} from '../support/evaluations.ts';
import { exactPercentage } from '../support/exact-percentage.ts';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';
import { scenarioIdsOf, type Vote } from '../support/votes.ts';

/** Over both engines together, every second one without statistics. */
const SEQUENCES = rounds({ short: 60, long: 300 });
const COMMANDS = 12;
const ROWS = [{ question: 'a' }, { question: 'b' }, { question: 'c' }];

/** Not blind, so that all annotators may name variants. */
const WISHES: readonly EvaluationWish[] = [
  { rows: ROWS, settings: { blind: false } },
  { rows: ROWS, variantCount: 3, settings: { blind: false, judgements_per_task: 2 } },
  { rows: ROWS, type: 'single_model_test', settings: { blind: false } },
];

/** Acknowledged votes or scores that were not withdrawn, as texts by scenario and person. */
type Ledger = Map<string, Map<Client, string>>;

onEachEngine((server) => {
  describe('G10: results', () => {
    const random = seededRandom('recount');
    let people: readonly Client[] = [];
    let choices: readonly EvaluationParts[] = [];
    before(async () => {
      const { owner } = server();
      const evaluator = await makeMember(server(), ['evaluator']);
      const editor = await makeMember(server(), ['editor']);
      people = [owner, evaluator.client, editor.client];
      choices = await Promise.all(WISHES.map((wish) => makeEvaluationParts(owner, wish)));
    });

    test(`equal a recount after ${SEQUENCES / 2} random sequences of commands`, async () => {
      const { owner } = server();
      for (let sequence = 0; sequence < SEQUENCES / 2; sequence += 1) {
        const made = await createFrom(owner, random.pick(choices));
        const ledger = await judgeAtRandom(made, people, random);
        const parameters = { evaluation_id: made.evaluation_id };
        // Without statistics the database counts; otherwise the rows of the study are counted.
        const query = { statistics: sequence % 2 === 0 };
        const results = await owner.fetchResults({ parameters, query });
        assert.deepEqual(results.votes_data ?? results.results_data, recount(made, ledger));
        assert.equal(results.progress?.judgements, votesIn(ledger).length);
      }
    });
  });
});

/** Votes, changes, withdraws, closes and reopens at random; returns what must then be stored. */
async function judgeAtRandom(
  made: MadeEvaluation,
  people: readonly Client[],
  random: SeededRandom,
): Promise<Ledger> {
  const [owner = assert.fail('There are no people.')] = people;
  const parameters = { evaluation_id: made.evaluation_id };
  const scenarioIds = await scenarioIdsOf(owner, made.evaluation_id);
  const ledger: Ledger = new Map(scenarioIds.map((id) => [id, new Map()]));
  let isClosed = false;
  for (let index = 0; index < COMMANDS; index += 1) {
    if (random.between(1, 10) === 1) {
      await owner[isClosed ? 'reopenHumanEvaluation' : 'closeHumanEvaluation']({ parameters });
      isClosed = !isClosed;
      continue;
    }
    const person = random.pick(people);
    const scenario_id = random.pick(scenarioIds);
    const text = random.pick(textsFor(made));
    const votes = ledger.get(scenario_id) ?? new Map<Client, string>();
    const isChange = text !== (votes.get(person) ?? '');
    const status = await judge(person, made, { scenario_id, text });
    assert.equal(status, isClosed && isChange ? 409 : 204);
    if (status === 409) continue;
    if (text === '') votes.delete(person);
    else votes.set(person, text);
  }
  return ledger;
}

/** All texts that can be sent; the empty one withdraws. */
function textsFor({ evaluation_type, variants }: MadeEvaluation): readonly string[] {
  return evaluation_type === 'human_a_b_testing'
    ? ['', '0', '1', ...variants.map(({ id }) => id)]
    : ['', '0', '5', '7.5', '100'];
}

async function judge(
  client: Client,
  { evaluation_id, evaluation_type }: MadeEvaluation,
  { scenario_id, text }: { scenario_id: string; text: string },
): Promise<number> {
  const vote: Omit<Vote, 'scenario_id'> =
    evaluation_type === 'human_a_b_testing' ? { vote: text } : { score: text };
  const reply = await client.reply.updateEvaluationScenario({
    parameters: { evaluation_id, scenario_id, evaluation_type },
    body: vote,
  });
  return reply.status;
}

function votesIn(ledger: Ledger): readonly string[] {
  return [...ledger.values()].flatMap((votes) => [...votes.values()]);
}

/** Implements the wire contract, vote by vote. */
function recount({ evaluation_type, variants }: MadeEvaluation, ledger: Ledger): unknown {
  if (evaluation_type === 'single_model_test') {
    return Object.fromEntries(countEach(votesIn(ledger)));
  }
  const unjudged = [...ledger.values()].filter((votes) => votes.size === 0).map(() => '');
  const entries = [...votesIn(ledger), ...unjudged];
  const counts = countEach(entries);
  const share = (count: number) => ({
    number_of_votes: count,
    percentage: exactPercentage(count, entries.length),
  });
  return {
    variants: variants.map(({ id }) => id),
    variant_names: variants.map(({ name }) => name),
    nb_of_rows: ledger.size,
    positive_votes: share(counts.get('1') ?? 0),
    flag_votes: share(counts.get('0') ?? 0),
    variants_votes_data: Object.fromEntries(
      [...counts].map(([text, count]) => [text, share(count)]),
    ),
  };
}

function countEach(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
