import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import type { HumanEvaluationScenario } from '../../src/contract/evaluations/scenarios.ts';
import type { Judgement } from '../../src/contract/judging/judgements.ts';
import { makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import {
  type EvaluationWish,
  type MadeEvaluation,
  makeHumanEvaluation,
} from '../support/evaluations.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { judgeByFives } from '../support/judge-tasks.ts';
import { walk } from '../support/pages.ts';
import { OWNER_KEY } from '../support/reachable.ts';
import { wrong } from '../support/requests.ts';
import { rowsOf } from '../support/rows-of.ts';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';
import { scenarioIdsOf, sendVote, voteInTurn } from '../support/votes.ts';

onEachEngine((server) => {
  const people = async (count: number): Promise<readonly Client[]> => {
    const members = Array.from({ length: count }, () => makeMember(server(), ['editor']));
    return (await Promise.all(members)).map(({ client }) => client);
  };

  const makeJudged = async (random: SeededRandom, wish: EvaluationWish) => {
    const made = await makeHumanEvaluation(server().owner, wish);
    await fillOutputs(server().owner, made);
    for (const client of await people(4)) await judgeSome({ client, made, random });
    return made;
  };

  const pathOf = ({ evaluation_id }: MadeEvaluation, query: string) => ({
    server: server(),
    key: OWNER_KEY,
    path: `/api/human-evaluations/${evaluation_id}/evaluation_scenarios?${query}`,
    itemsIn: (body: unknown) => body as HumanEvaluationScenario[], // Compared with the whole list.
  });

  describe('order of listEvaluationScenarios', () => {
    const settings = { judgements_per_task: 3 };
    const wishes: Readonly<Record<string, EvaluationWish>> = {
      'two variants': { rows: rowsOf(30), settings },
      'three variants, in pairs': { rows: rowsOf(8), variantCount: 3, settings },
      scores: { rows: rowsOf(30), type: 'single_model_test', settings },
    };
    for (const [name, wish] of Object.entries(wishes)) {
      test(`200 by disagreement equals a recount of the judgements: ${name}`, async () => {
        const made = await makeJudged(seededRandom(`order of ${name}`), wish);
        const { owner } = server();
        const parameters = { evaluation_id: made.evaluation_id };
        const expected = recount(await allJudgements(owner, made), wish.rows?.length ?? 0);
        const scenarios = await owner.listEvaluationScenarios({
          parameters,
          query: { order: 'disagreement' },
        });
        assert.deepEqual(
          scenarios.map(({ position, disagreement }) => [position, disagreement]),
          expected.map(({ position, disagreement }) => [position, disagreement]),
        );
        const { statistics } = await owner.fetchResults({ parameters });
        assert.deepEqual(
          statistics.agreement?.[0]?.disputed_cases,
          expected
            .filter(({ disagreement }) => (disagreement ?? 0) > 0)
            .slice(0, 20)
            .map(({ position, disagreement, answers }) => ({
              case: position,
              disagreement,
              judgements: answers,
            })),
        );
      });
    }

    test('200 by position has the same figures, and nothing else differs', async () => {
      const made = await makeJudged(seededRandom('figures'), { rows: rowsOf(12) });
      const { owner } = server();
      const parameters = { evaluation_id: made.evaluation_id };
      const byPosition = await owner.reply.listEvaluationScenarios({
        parameters,
        query: { order: 'position' },
      });
      const ranked = await owner.listEvaluationScenarios({
        parameters,
        query: { order: 'disagreement' },
      });
      const original = await owner.reply.listEvaluationScenarios({ parameters });
      assert.deepEqual(
        byPosition.body,
        ranked.toSorted((one, other) => one.position - other.position),
      );
      assert.deepEqual(
        original.body.map((scenario, index) => ({
          ...scenario,
          disagreement: byPosition.body[index]?.disagreement,
        })),
        byPosition.body,
      );
      assert.equal(byPosition.headers.get('x-total-count'), '12');
    });

    test('leaves the original list unchanged', async () => {
      const made = await makeJudged(seededRandom('original'), { rows: rowsOf(3) });
      for (const query of [{}, { limit: 2 }]) {
        const reply = await server().owner.reply.listEvaluationScenarios({
          parameters: made,
          query,
        });
        for (const scenario of reply.body) assert.deepEqual(Object.keys(scenario), ORIGINAL_KEYS);
        assert.equal(reply.headers.get('x-total-count'), null);
      }
    });

    test('holds every scenario exactly once, by pages of any length', async () => {
      const made = await makeJudged(seededRandom('pages'), { rows: rowsOf(11) });
      for (const order of ['position', 'disagreement'] as const) {
        const whole = await server().owner.listEvaluationScenarios({
          parameters: made,
          query: { order },
        });
        for (const limit of [1, 4, 10, 11, 12]) {
          const pages = await walk(pathOf(made, `order=${order}`), limit);
          assert.deepEqual(pages.flat(), whole);
          assert.equal(pages.length, Math.ceil(11 / limit));
        }
      }
    });

    test('pages on while other scenarios are judged', async () => {
      const made = await makeHumanEvaluation(server().owner, { rows: rowsOf(9) });
      const [one, two, late] = await people(3);
      assert.ok(one && two && late);
      const [first = '', second = ''] = made.variants.map(({ id }) => id);
      // The scenarios at even positions are disputed; the last one is unjudged.
      await voteInTurn(one, made, Array(8).fill(first));
      await voteInTurn(
        two,
        made,
        Array.from({ length: 8 }, (_, position) => (position % 2 === 0 ? second : first)),
      );
      const ids = await scenarioIdsOf(one, made.evaluation_id);
      const changed = [0, 7];
      const pages = await walk(pathOf(made, 'order=disagreement'), 2, async () => {
        for (const position of changed) {
          await sendVote(late, made, { scenario_id: ids[position], vote: '1' });
        }
      });
      const positions = (pages.flat() as HumanEvaluationScenario[]).map(({ position }) => position);
      assert.deepEqual(
        positions.filter((position) => !changed.includes(position)),
        [2, 4, 6, 1, 3, 5, 8],
      );
    });

    test('shows at once what a judgement changed', async () => {
      const made = await makeHumanEvaluation(server().owner, { rows: rowsOf(3) });
      const [one, two] = await people(2);
      assert.ok(one && two);
      const list = () =>
        server().owner.listEvaluationScenarios({
          parameters: made,
          query: { order: 'disagreement' },
        });
      const figures = async () =>
        (await list()).map(({ position, disagreement }) => [position, disagreement]);
      assert.deepEqual(await figures(), [
        [0, null],
        [1, null],
        [2, null],
      ]);
      const ids = await scenarioIdsOf(one, made.evaluation_id);
      await sendVote(one, made, { scenario_id: ids[2], vote: '1' });
      await sendVote(two, made, { scenario_id: ids[2], vote: '0' });
      await sendVote(two, made, { scenario_id: ids[1], vote: '0' });
      assert.deepEqual(await figures(), [
        [2, 1],
        [1, null],
        [0, null],
      ]);
      await sendVote(two, made, { scenario_id: ids[2], vote: '1' });
      assert.deepEqual((await figures())[0], [2, 0]);
    });

    test('G23: 403 for blind annotators, until the evaluation is closed', async () => {
      const made = await makeJudged(seededRandom('blind'), { rows: rowsOf(4) });
      const evaluator = (await makeMember(server(), ['evaluator'])).client;
      const viewer = (await makeMember(server(), ['viewer'])).client;
      const call = { parameters: made, query: { order: 'disagreement' } } as const;
      const refused = await evaluator.reply.listEvaluationScenarios(call);
      assert.equal(expectProblem(refused, 'forbidden')['permission'], 'edit_evaluation');
      const shown = await evaluator.listEvaluationScenarios({
        parameters: made,
        query: { order: 'position' },
      });
      assert.deepEqual(
        shown.map(({ disagreement }) => disagreement),
        [null, null, null, null],
      );
      const ranked = await server().owner.listEvaluationScenarios(call);
      const orderOf = (scenarios: readonly HumanEvaluationScenario[]) =>
        scenarios.map(({ position, disagreement }) => [position, disagreement]);
      assert.deepEqual(orderOf(await viewer.listEvaluationScenarios(call)), orderOf(ranked));
      await server().owner.closeHumanEvaluation({ parameters: made });
      assert.deepEqual(orderOf(await evaluator.listEvaluationScenarios(call)), orderOf(ranked));
    });

    test('422 for an unknown order, 400 for the cursor of another order', async () => {
      const made = await makeHumanEvaluation(server().owner, { rows: rowsOf(3) });
      const { reply } = server().owner;
      const unknown = await reply.listEvaluationScenarios({
        parameters: made,
        query: wrong({ order: 'score' }),
      });
      expectInvalid(unknown, {
        loc: ['query', 'order'],
        type: 'enum',
        msg: "Input should be 'position' or 'disagreement'",
      });
      const query = { order: 'position', limit: 1 } as const;
      const page = await reply.listEvaluationScenarios({ parameters: made, query });
      const cursor = cursorIn(page.headers);
      for (const other of [{}, { order: 'disagreement' }] as const) {
        const answer = await reply.listEvaluationScenarios({
          parameters: made,
          query: { ...other, limit: 1, cursor },
        });
        expectProblem(answer, 'invalid_cursor');
      }
    });
  });
});

const ORIGINAL_KEYS = [
  'id',
  'evaluation_id',
  'inputs',
  'outputs',
  'vote',
  'score',
  'evaluation',
  'correct_answer',
  'is_pinned',
  'note',
  'position',
  'scores',
];

function cursorIn(headers: Headers): string {
  const [, cursor = ''] = /[?&]cursor=([^&>]+)/.exec(headers.get('link') ?? '') ?? [];
  return decodeURIComponent(cursor);
}

interface Judging {
  readonly client: Client;
  readonly made: MadeEvaluation;
  readonly random: SeededRandom;
}

/** Judges about two thirds of the scenarios, and changes or withdraws some of the judgements. */
async function judgeSome({ client, made, random }: Judging): Promise<void> {
  if (made.variants.length > 2) {
    await judgeByFives(client, made, ({ slots }) => ({
      outcome: random.pick([...slots.map(({ slot_id }) => slot_id), 'tie']),
    }));
    return;
  }
  const isScoring = made.evaluation_type === 'single_model_test';
  const texts = isScoring ? ['1', '2', ''] : [...made.variants.map(({ id }) => id), '1', '0', ''];
  for (const scenario_id of await scenarioIdsOf(client, made.evaluation_id)) {
    for (let times = random.between(0, 2); times > 0; times -= 1) {
      const text = random.pick(texts);
      await sendVote(client, made, {
        scenario_id,
        ...(isScoring ? { score: text } : { vote: text }),
      });
    }
  }
}

async function allJudgements(client: Client, made: MadeEvaluation): Promise<readonly Judgement[]> {
  const judgements: Judgement[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.reply.listJudgements({
      parameters: made,
      query: { limit: 200, ...(cursor === undefined ? {} : { cursor }) },
    });
    judgements.push(...page.body);
    const next = cursorIn(page.headers);
    cursor = next === '' ? undefined : next;
  } while (cursor !== undefined);
  return judgements;
}

interface Recounted {
  readonly position: number;
  readonly disagreement: number | null;
  readonly answers: number;
}

/** Compares every judgement with every other one about the same outputs, pair by pair. */
function recount(judgements: readonly Judgement[], scenarios: number): readonly Recounted[] {
  const current = judgements.filter(({ withdrawn }) => !withdrawn);
  const answerOf = ({ outcome, winner_variant_id, score }: Judgement) =>
    `${outcome} ${winner_variant_id} ${score}`;
  const aboutOf = ({ slots }: Judgement) =>
    slots
      .map(({ variant_id }) => String(variant_id))
      .sort()
      .join();
  const counted = Array.from({ length: scenarios }, (_, position): Recounted => {
    const own = current.filter((judgement) => judgement.position === position);
    let pairs = 0;
    let apart = 0;
    own.forEach((one, index) => {
      for (const other of own.slice(index + 1)) {
        if (aboutOf(one) !== aboutOf(other)) continue;
        pairs += 1;
        if (answerOf(one) !== answerOf(other)) apart += 1;
      }
    });
    return { position, disagreement: pairs === 0 ? null : apart / pairs, answers: own.length };
  });
  return counted.sort(
    (one, other) =>
      (other.disagreement ?? -1) - (one.disagreement ?? -1) ||
      other.answers - one.answers ||
      one.position - other.position,
  );
}
