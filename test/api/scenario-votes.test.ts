import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeForeigner, makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { type EvaluationWish, makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { wrong } from '../support/requests.ts';
import { type ScenarioPlace, scenarioAt, updateScenario } from '../support/scenarios.ts';
import { unknownIds } from '../support/unknown-ids.ts';

const SCORING = { type: 'single_model_test' } as const;

/** Score as it is sent, and its shortest decimal text. */
const SCORES: readonly (readonly [number | string, string])[] = [
  [5, '5'],
  [7.5, '7.5'],
  ['7.50', '7.5'],
  ['1e1', '10'],
  [' 42 ', '42'],
  ['+.5', '0.5'],
  [0, '0'],
  [-0, '0'],
  ['-0', '0'],
  [100, '100'],
  [0.1 + 0.2, '0.30000000000000004'],
];

const REFUSED_SCORES: readonly (readonly [unknown, string])[] = [
  [true, 'float_type'],
  [[], 'float_type'],
  [{}, 'float_type'],
  ['good', 'float_parsing'],
  [' ', 'float_parsing'],
  ['NaN', 'float_parsing'],
  ['Infinity', 'float_parsing'],
  ['1e999', 'float_parsing'],
  ['0x10', 'float_parsing'],
  ['1,5', 'float_parsing'],
  [-0.001, 'greater_than_equal'],
  ['-1', 'greater_than_equal'],
  [100.5, 'less_than_equal'],
  ['1e3', 'less_than_equal'],
];

onEachEngine((server) => {
  const own = async (wish: EvaluationWish = {}) => {
    const client = server().owner;
    return { client, made: await makeHumanEvaluation(client, wish) };
  };
  const brief = ({ client, made }: ScenarioPlace) => client.fetchBrief({ parameters: made });

  describe('updateEvaluationScenario with a vote', () => {
    test('204 for each variant, a tie, all bad, and a withdrawal', async () => {
      const place = await own();
      const [first, second] = place.made.variants;
      for (const vote of [first?.id ?? '', second?.id ?? '', '1', '0', '', '1']) {
        assert.equal((await updateScenario(place, { vote })).status, 204);
        assert.equal((await scenarioAt(place)).vote, vote);
      }
      const spelled = (first?.id ?? '').toUpperCase().replaceAll('-', '');
      await updateScenario(place, { vote: spelled });
      assert.equal((await scenarioAt(place)).vote, first?.id);
    });

    test('422 for every other text', async () => {
      const place = await own();
      const other = await own();
      for (const vote of [
        '2',
        'yes',
        ' ',
        '1 ',
        ...unknownIds(),
        other.made.variants[0]?.id ?? '',
      ]) {
        expectInvalid(await updateScenario(place, { vote }), {
          loc: ['body', 'vote'],
          type: 'value_error',
        });
      }
      assert.equal((await scenarioAt(place)).vote, '');
    });

    test('422 for a tie and for all bad if the settings forbid them', async () => {
      const place = await own({ settings: { allow_tie: false, allow_both_bad: false } });
      for (const vote of ['1', '0']) {
        expectInvalid(await updateScenario(place, { vote }), {
          loc: ['body', 'vote'],
          type: 'value_error',
        });
      }
    });

    test('keeps the votes of several people apart', async () => {
      const { client, made } = await own();
      const [first, second] = made.variants;
      const votes = [first?.id ?? '', second?.id ?? '', '1', '0'];
      const people = [client];
      while (people.length < votes.length) {
        people.push((await makeMember(server(), ['editor'])).client);
      }
      const places = people.map((each) => ({ client: each, made }));
      await Promise.all(
        places.map((place, index) => updateScenario(place, { vote: votes[index] ?? '' })),
      );
      for (const [index, place] of places.entries()) {
        assert.equal((await scenarioAt(place)).vote, votes[index]);
      }
      await updateScenario({ client, made }, { vote: '' });
      const scenarios = await Promise.all(places.map(scenarioAt));
      assert.deepEqual(
        scenarios.map(({ vote }) => vote),
        ['', ...votes.slice(1)],
      );
    });

    test('keeps every version, and adds none for a repeated vote', async () => {
      const place = await own();
      for (const vote of ['1', '1', '0', '', '', '1']) await updateScenario(place, { vote });
      await updateScenario(place, { note: 'n' });
      const [judgement] = await place.client.listJudgements({
        parameters: place.made,
        query: { history: true },
      });
      assert.deepEqual(
        judgement?.versions?.map(({ version, outcome, withdrawn, note }) => [
          version,
          withdrawn ? '' : outcome,
          note,
        ]),
        [
          [1, 'tie', ''],
          [2, 'both_bad', ''],
          [3, '', ''],
          [4, 'tie', ''],
          [5, 'tie', 'n'],
        ],
      );
    });

    test('counts simultaneous equal votes once', async () => {
      const place = await own({ rows: numberedRows(3) });
      const { id: scenario_id } = await scenarioAt(place);
      const sendOften = async (vote: string) => {
        const parameters = { ...place.made, scenario_id };
        const replies = await Promise.all(
          Array.from({ length: 8 }, () =>
            place.client.reply.updateEvaluationScenario({ parameters, body: { vote } }),
          ),
        );
        for (const { status } of replies) assert.equal(status, 204);
      };
      await sendOften('1');
      assert.equal((await brief(place)).progress.judged, 1);
      await sendOften('');
      assert.equal((await brief(place)).progress.judged, 0);
      assert.equal((await updateScenario(place, { inputs: [] })).status, 204);
    });

    test('stores a note without a vote, which is no judgement', async () => {
      const place = await own();
      await updateScenario(place, { note: 'unsure' });
      const { note, vote } = await scenarioAt(place);
      assert.deepEqual([note, vote], ['unsure', '']);
      assert.equal((await brief(place)).progress.judged, 0);
      const { status } = await place.client.fetchHumanEvaluation({ parameters: place.made });
      assert.equal(status, 'EVALUATION_INITIALIZED');
      assert.equal((await updateScenario(place, { outputs: [], inputs: [] })).status, 204);
      await updateScenario(place, { vote: '1' });
      await updateScenario(place, { vote: '' });
      assert.equal((await scenarioAt(place)).note, 'unsure');
    });

    test('judges three and more variants as a whole', async () => {
      const place = await own({ variantCount: 4, rows: numberedRows(2) });
      const third = place.made.variants[2]?.id ?? '';
      await updateScenario(place, { vote: third });
      await updateScenario({ ...place, position: 1 }, { vote: '1' });
      assert.equal((await scenarioAt(place)).vote, third);
      const finished = await place.client.fetchHumanEvaluation({ parameters: place.made });
      assert.equal(finished.status, 'EVALUATION_FINISHED');
      await updateScenario(place, { vote: '' });
      const again = await place.client.fetchHumanEvaluation({ parameters: place.made });
      assert.equal(again.status, 'EVALUATION_STARTED');
    });

    test('ignores scores', async () => {
      const place = await own();
      const scores = [{ variant_id: 'nonsense', score: 'x' }];
      assert.equal((await updateScenario(place, { score: 'x', scores })).status, 204);
      assert.deepEqual((await scenarioAt(place)).scores, []);
    });

    test('403 for members if only guests may judge', async () => {
      const { client, made } = await own({ settings: { who_may_judge: 'guests' } });
      const reply = await updateScenario({ client, made }, { vote: '1' });
      assert.equal(expectProblem(reply, 'forbidden')['permission'], 'run_evaluations');
    });
  });

  describe('updateEvaluationScenario with a score', () => {
    test('204 for numbers and their texts, shown as the shortest text', async () => {
      const place = await own(SCORING);
      const [variant] = place.made.variants;
      for (const [score, text] of SCORES) {
        assert.equal((await updateScenario(place, { score })).status, 204, `${score}`);
        const scenario = await scenarioAt(place);
        assert.equal(scenario.score, text);
        assert.equal(scenario.vote, null);
        assert.deepEqual(scenario.scores, [{ variant_id: variant?.id, score: Number(text) }]);
      }
      await updateScenario(place, { score: '' });
      const { score, scores } = await scenarioAt(place);
      assert.deepEqual({ score, scores }, { score: '', scores: [] });
    });

    test('422 for scores that are not numbers of the scale', async () => {
      const place = await own(SCORING);
      await updateScenario(place, { score: 1 });
      for (const [score, type] of REFUSED_SCORES) {
        const reply = await updateScenario(place, wrong({ score }));
        expectInvalid(reply, { loc: ['body', 'score'], type });
      }
      assert.equal((await scenarioAt(place)).score, '1');
    });

    test('follows the scale of the evaluation', async () => {
      const place = await own({ ...SCORING, settings: { score_min: -1, score_max: 1 } });
      assert.equal((await updateScenario(place, { score: '-1' })).status, 204);
      expectInvalid(await updateScenario(place, { score: 2 }), {
        loc: ['body', 'score'],
        type: 'less_than_equal',
        msg: 'Input should be less than or equal to 1',
      });
    });

    test('ignores votes', async () => {
      const place = await own(SCORING);
      assert.equal((await updateScenario(place, { vote: 'anything' })).status, 204);
      assert.equal((await scenarioAt(place)).vote, null);
    });

    test('scores several variants one by one, and finishes once all are scored', async () => {
      const place = await own({ ...SCORING, variantCount: 2 });
      const [first, second] = place.made.variants.map(({ id }) => id);
      const status = async () =>
        (await place.client.fetchHumanEvaluation({ parameters: place.made })).status;
      await updateScenario(place, { scores: [{ variant_id: second ?? '', score: '3.0' }] });
      assert.equal(await status(), 'EVALUATION_STARTED');
      await updateScenario(place, { scores: [{ variant_id: first ?? '', score: 9 }], note: 'n' });
      assert.equal(await status(), 'EVALUATION_FINISHED');
      const { score, scores, note } = await scenarioAt(place);
      assert.deepEqual(
        { score, scores, note },
        {
          score: '',
          scores: [
            { variant_id: first, score: 9 },
            { variant_id: second, score: 3 },
          ],
          note: 'n',
        },
      );
      await updateScenario(place, { scores: [{ variant_id: first ?? '', score: '' }] });
      assert.deepEqual((await scenarioAt(place)).scores, [{ variant_id: second, score: 3 }]);
      assert.equal(await status(), 'EVALUATION_STARTED');
    });

    test('422 for one score if several variants are scored', async () => {
      const place = await own({ ...SCORING, variantCount: 2 });
      expectInvalid(await updateScenario(place, { score: 5 }), {
        loc: ['body', 'score'],
        type: 'value_error',
      });
    });

    test('422 names the wrong ones of several scores, and stores none of them', async () => {
      const place = await own({ ...SCORING, variantCount: 2 });
      const [first = '', second = ''] = place.made.variants.map(({ id }) => id);
      const scores = [
        { variant_id: first, score: 101 },
        { variant_id: second, score: 'x' },
      ];
      expectInvalid(
        await updateScenario(place, { scores }),
        { loc: ['body', 'scores', 0, 'score'], type: 'less_than_equal' },
        { loc: ['body', 'scores', 1, 'score'], type: 'float_parsing' },
      );
      const twice = [first, second, first].map((variant_id) => ({ variant_id, score: 1 }));
      expectInvalid(await updateScenario(place, { scores: twice }), {
        loc: ['body', 'scores', 2],
        type: 'value_error',
      });
      assert.deepEqual((await scenarioAt(place)).scores, []);
    });

    test('404 names a variant that the evaluation does not have', async () => {
      const place = await own({ ...SCORING, variantCount: 2 });
      for (const variant_id of unknownIds()) {
        const reply = await updateScenario(place, { scores: [{ variant_id, score: 1 }] });
        const problem = expectProblem(reply, 'variant_not_found');
        assert.equal(problem['field'], 'scores[0].variant_id');
      }
    });
  });

  describe('fetchScenarioScore', () => {
    test('200 with the caller’s own score as text, empty before the first', async () => {
      const { client, made } = await own(SCORING);
      const other = (await makeMember(server(), ['viewer'])).client;
      const { id: scenario_id } = await scenarioAt({ client, made });
      const parameters = { scenario_id };
      assert.deepEqual(await client.fetchScenarioScore({ parameters }), { scenario_id, score: '' });
      await updateScenario({ client, made }, { score: '7.50' });
      const mine = await client.fetchScenarioScore({ parameters });
      assert.deepEqual(mine, { scenario_id, score: '7.5' });
      const theirs = await other.fetchScenarioScore({ parameters });
      assert.deepEqual(theirs, { scenario_id, score: '' });
    });

    test('404 for a scenario of a comparison, and for unknown ones', async () => {
      const { client, made } = await own();
      const { id } = await scenarioAt({ client, made });
      const foreigner = (await makeForeigner(server())).client;
      const foreign = await makeHumanEvaluation(foreigner, SCORING);
      const { id: elsewhere } = await scenarioAt({ client: foreigner, made: foreign });
      for (const scenario_id of [...unknownIds(), id, elsewhere]) {
        const reply = await client.reply.fetchScenarioScore({ parameters: { scenario_id } });
        expectProblem(reply, 'scenario_not_found');
      }
    });
  });

  describe('updateScenarioScore', () => {
    test('204 scores, changes and withdraws', async () => {
      const place = await own(SCORING);
      const { id: scenario_id } = await scenarioAt(place);
      for (const [score, text] of [...SCORES, ['', ''] as const]) {
        const parameters = { scenario_id };
        const reply = await place.client.reply.updateScenarioScore({ parameters, body: { score } });
        assert.equal(reply.status, 204);
        assert.equal((await scenarioAt(place)).score, text);
      }
    });

    test('422 for invalid scores, null, and a missing score', async () => {
      const place = await own(SCORING);
      const { id: scenario_id } = await scenarioAt(place);
      const attempt = (body: unknown) =>
        place.client.reply.updateScenarioScore({ parameters: { scenario_id }, body: wrong(body) });
      for (const [score, type] of [...REFUSED_SCORES, [null, 'float_type'] as const]) {
        expectInvalid(await attempt({ score }), { loc: ['body', 'score'], type });
      }
      expectInvalid(await attempt({}), { loc: ['body', 'score'], type: 'missing' });
    });

    test('409 once the evaluation is closed, unless nothing changes', async () => {
      const { client, made } = await own(SCORING);
      const { id: scenario_id } = await scenarioAt({ client, made });
      const score = (value: number) =>
        client.reply.updateScenarioScore({ parameters: { scenario_id }, body: { score: value } });
      await score(1);
      await client.closeHumanEvaluation({ parameters: made });
      expectProblem(await score(2), 'evaluation_closed');
      assert.equal((await score(1)).status, 204);
    });

    test('403 for viewers and 404 for unknown scenarios', async () => {
      const { client, made } = await own(SCORING);
      const { id } = await scenarioAt({ client, made });
      const viewer = (await makeMember(server(), ['viewer'])).client;
      const body = { score: 1 };
      const refused = await viewer.reply.updateScenarioScore({
        parameters: { scenario_id: id },
        body,
      });
      assert.equal(expectProblem(refused, 'forbidden')['permission'], 'run_evaluations');
      const comparison = await scenarioAt(await own());
      for (const scenario_id of [...unknownIds(), comparison.id]) {
        const reply = await client.reply.updateScenarioScore({ parameters: { scenario_id }, body });
        expectProblem(reply, 'scenario_not_found');
      }
    });
  });
});
