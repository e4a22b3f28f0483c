import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Judgement } from '../../src/contract/judging/judgements.ts';
import { makeForeigner, makeMember } from '../support/builders.ts';
import { changeRole } from '../support/change-role.ts';
import { onEachEngine } from '../support/engines.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { type MadeEvaluation, makeHumanEvaluation } from '../support/evaluations.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { enter, makeLink } from '../support/guests.ts';
import { cursorIn, UNKNOWN_ID, wrong } from '../support/requests.ts';
import { takeTasks } from '../support/take-tasks.ts';
import { unknownIds } from '../support/unknown-ids.ts';
import { sendVote } from '../support/votes.ts';

const CRITERIA = [
  { name: 'correct', scale: { kind: 'binary' as const } },
  { name: 'why', scale: { kind: 'text' as const }, about: 'comparison' as const },
];

onEachEngine((server) => {
  describe('listJudgements', () => {
    test('200 shows editors everything, with annotator and scenario', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, {
        settings: { criteria: CRITERIA, judgements_per_task: 2 },
      });
      const [scenario] = await fillOutputs(owner, made, (_, variant) => `by ${variant}`);
      const annotator = await makeMember(server(), ['evaluator']);
      const [task] = await takeTasks(annotator.client, made);
      const [left, right] = task?.slots ?? [];
      await annotator.client.submitJudgement({
        parameters: { assignment_id: task?.id ?? '' },
        body: {
          outcome: right?.slot_id ?? '',
          answers: [
            { criterion: 'correct', slot_id: left?.slot_id ?? '', value: false },
            { criterion: 'correct', slot_id: right?.slot_id ?? '', value: true },
            { criterion: 'why', value: 'shorter' },
          ],
          note: 'hm',
          time_taken_ms: 1234,
        },
      });
      await sendVote(owner, made, {
        scenario_id: scenario?.id,
        vote: made.variants[1]?.id ?? '',
      });

      const [first, second, ...rest] = await owner.listJudgements({ parameters: made });
      assert.deepEqual(rest, []);
      const variantOf = (output: string | undefined) => made.variants[Number(output?.at(-1))]?.id;
      const leftId = variantOf(left?.output);
      const rightId = variantOf(right?.output);
      const { id, judged_at, ...shown } = first as Judgement;
      assert.match(id, /^[0-9a-f-]{36}$/);
      assert.match(judged_at, /Z$/);
      assert.deepEqual(shown, {
        evaluation_id: made.evaluation_id,
        scenario_id: scenario?.id,
        position: 0,
        annotator: { id: annotator.userId, name: annotator.email, kind: 'member' },
        slots: [
          { slot_id: left?.slot_id, variant_id: leftId },
          { slot_id: right?.slot_id, variant_id: rightId },
        ],
        sides_stored: true,
        version: 1,
        withdrawn: false,
        outcome: 'slot',
        winner_slot_id: right?.slot_id,
        winner_variant_id: rightId,
        score: null,
        answers: [
          { criterion: 'correct', slot_id: left?.slot_id, variant_id: leftId, value: false },
          { criterion: 'correct', slot_id: right?.slot_id, variant_id: rightId, value: true },
          { criterion: 'why', slot_id: null, variant_id: null, value: 'shorter' },
        ],
        note: 'hm',
        time_taken_ms: 1234,
        guidelines_version: 1,
      });
      assert.equal(second?.annotator.id, (await owner.fetchProfile()).id);
      assert.equal(second?.sides_stored, false);
      assert.equal(second?.winner_variant_id, made.variants[1]?.id);
      assert.equal(second?.winner_slot_id, second?.slots[1]?.slot_id);
    });

    test('200 has the scores of each variant', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, {
        type: 'single_model_test',
        variantCount: 2,
      });
      const [scenario] = await owner.listEvaluationScenarios({ parameters: made });
      const [one, two] = made.variants;
      await owner.updateEvaluationScenario({
        parameters: place(made, scenario?.id),
        body: {
          scores: [
            { variant_id: one?.id ?? '', score: 7.5 },
            { variant_id: two?.id ?? '', score: '3' },
          ],
        },
      });
      const judgements = await owner.listJudgements({ parameters: made });
      const scoreOf = new Map(
        judgements.map(({ slots, score, outcome }) => [slots[0]?.variant_id, [score, outcome]]),
      );
      assert.deepEqual(scoreOf.get(one?.id), [7.5, null]);
      assert.deepEqual(scoreOf.get(two?.id), [3, null]);
      assert.equal(judgements.length, 2);
    });

    test('200 has every version on request, oldest first', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner);
      const [scenario] = await owner.listEvaluationScenarios({ parameters: made });
      for (const text of ['1', '0', ''])
        await sendVote(owner, made, { scenario_id: scenario?.id, vote: text });
      const [plain] = await owner.listJudgements({ parameters: made });
      assert.equal(plain?.versions, undefined);
      assert.equal(plain?.withdrawn, true);
      assert.equal(plain?.outcome, null);
      const [judgement] = await owner.listJudgements({
        parameters: made,
        query: { history: true },
      });
      assert.deepEqual({ ...judgement, versions: undefined }, { ...plain, versions: undefined });
      assert.deepEqual(
        judgement?.versions?.map(({ version, outcome, withdrawn }) => [
          version,
          outcome,
          withdrawn,
        ]),
        [
          [1, 'tie', false],
          [2, 'both_bad', false],
          [3, null, true],
        ],
      );
      assert.equal(judgement?.versions?.at(-1)?.judged_at, judgement?.judged_at);
    });

    test('200 keeps the time of a judgement to which only a note is added', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, { rows: [{ a: '1' }] });
      await fillOutputs(owner, made);
      const [task] = await takeTasks(owner, made);
      const submit = async (body: { outcome: string; note?: string }) => {
        await owner.submitJudgement({ parameters: { assignment_id: task?.id ?? '' }, body });
        const [judgement] = await owner.listJudgements({ parameters: made });
        return judgement;
      };
      const first = await submit({ outcome: 'tie' });
      const noted = await submit({ outcome: 'tie', note: 'hard to say' });
      assert.deepEqual([noted?.version, noted?.note], [2, 'hard to say']);
      assert.equal(noted?.judged_at, first?.judged_at);
      const changed = await submit({ outcome: 'both_bad', note: 'hard to say' });
      assert.ok((changed?.judged_at ?? '') > (first?.judged_at ?? ''));
    });

    test('200 shows annotators only their own judgements, and blind ones no variant', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, {
        rows: [{ a: '1' }, { a: '2' }, { a: '3' }],
        settings: { judgements_per_task: 2 },
      });
      const scenarios = await fillOutputs(owner, made);
      const annotator = await makeMember(server(), ['editor']);
      const { client } = annotator;
      await sendVote(owner, made, { scenario_id: scenarios[0]?.id, vote: '1' });
      // As an editor they see the variants and name one; then they may only judge.
      await sendVote(client, made, {
        scenario_id: scenarios[1]?.id,
        vote: made.variants[0]?.id ?? '',
      });
      await changeRole(server(), annotator, { from: 'editor', to: 'evaluator' });
      const [task] = await takeTasks(client, made);
      const [left] = task?.slots ?? [];
      await client.submitJudgement({
        parameters: { assignment_id: task?.id ?? '' },
        body: { outcome: left?.slot_id ?? '' },
      });
      const blind = await client.reply.listJudgements({
        parameters: made,
        query: { history: true },
      });
      assert.equal(blind.body.length, 2);
      const text = JSON.stringify([blind.body, [...blind.headers]]);
      for (const { id, name } of made.variants) {
        assert.ok(!text.includes(id), 'the id of a variant');
        assert.ok(!text.includes(name), 'the name of a variant');
      }
      const [named, own] = blind.body;
      assert.equal(own?.winner_slot_id, left?.slot_id);
      assert.deepEqual(
        own?.slots.map(({ slot_id }) => slot_id),
        task?.slots.map(({ slot_id }) => slot_id),
      );
      assert.equal(named?.outcome, 'slot');
      assert.equal(named?.winner_slot_id, null);
      assert.equal(named?.versions?.[0]?.winner_slot_id, null);
      // Slots that no annotator was shown are in the order of their ids, which reveals nothing.
      const ids = named?.slots.map(({ slot_id }) => slot_id) ?? [];
      assert.deepEqual(ids, ids.toSorted());

      const { userId } = annotator;
      const ownerId = (await owner.fetchProfile()).id;
      const query = { annotator_id: ownerId };
      assert.deepEqual(await client.listJudgements({ parameters: made, query }), []);
      const mine = { annotator_id: userId.toUpperCase() };
      assert.equal((await client.listJudgements({ parameters: made, query: mine })).length, 2);

      await owner.closeHumanEvaluation({ parameters: made });
      const open = await client.listJudgements({ parameters: made });
      assert.equal(open.length, 2);
      assert.equal(open[0]?.winner_variant_id, made.variants[0]?.id);
      assert.notEqual(open[1]?.winner_variant_id, null);
    });

    test('200 names guests as they named themselves', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner);
      await fillOutputs(owner, made);
      const link = await makeLink(owner, { evaluationId: made.evaluation_id });
      const guest = await enter(server(), link, 'Reviewer');
      const [task] = await takeTasks(guest.browser, made);
      await guest.browser.submitJudgement({
        parameters: { assignment_id: task?.id ?? '' },
        body: { outcome: 'tie' },
      });
      const [judgement] = await owner.listJudgements({ parameters: made });
      assert.deepEqual(judgement?.annotator, { id: guest.id, name: 'Reviewer', kind: 'guest' });
    });

    test('200 [] for members who may neither judge nor edit', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner);
      const [scenario] = await owner.listEvaluationScenarios({ parameters: made });
      await sendVote(owner, made, { scenario_id: scenario?.id, vote: '1' });
      for (const role of ['viewer', 'deployment_manager'] as const) {
        const { client } = await makeMember(server(), [role]);
        assert.deepEqual(await client.listJudgements({ parameters: made }), []);
      }
      const editor = await makeMember(server(), ['editor']);
      assert.equal((await editor.client.listJudgements({ parameters: made })).length, 1);
    });

    test('200 filters by scenario and annotator, and returns [] for unknown ones', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, { rows: [{ a: '1' }, { a: '2' }] });
      const scenarios = await owner.listEvaluationScenarios({ parameters: made });
      const editor = await makeMember(server(), ['editor']);
      for (const { id } of scenarios) await sendVote(owner, made, { scenario_id: id, vote: '1' });
      await sendVote(editor.client, made, { scenario_id: scenarios[1]?.id, vote: '0' });
      const list = async (query: { scenario_id?: string; annotator_id?: string }) =>
        (await owner.listJudgements({ parameters: made, query })).map(({ outcome, position }) => [
          position,
          outcome,
        ]);
      const scenario_id = scenarios[1]?.id ?? '';
      assert.deepEqual(await list({ scenario_id }), [
        [1, 'tie'],
        [1, 'both_bad'],
      ]);
      assert.deepEqual(await list({ annotator_id: editor.userId }), [[1, 'both_bad']]);
      assert.deepEqual(await list({ scenario_id, annotator_id: editor.userId }), [[1, 'both_bad']]);
      const { id } = await owner.fetchProfile();
      assert.deepEqual(await list({ annotator_id: id }), [
        [0, 'tie'],
        [1, 'tie'],
      ]);
      for (const unknown of unknownIds().filter((text) => text !== '')) {
        assert.deepEqual(await list({ scenario_id: unknown }), []);
        assert.deepEqual(await list({ annotator_id: unknown }), []);
      }
    });

    test('200 comes in pages, oldest first, by default of 50', async () => {
      const { owner } = server();
      const rows = Array.from({ length: 53 }, (_, row) => ({ a: `${row}` }));
      const made = await makeHumanEvaluation(owner, { rows });
      const scenarios = await owner.listEvaluationScenarios({ parameters: made });
      for (const { id } of scenarios) await sendVote(owner, made, { scenario_id: id, vote: '1' });
      const usual = await owner.reply.listJudgements({ parameters: made });
      assert.equal(usual.body.length, 50);
      const walked: Judgement[] = [];
      let cursor: string | undefined;
      do {
        const query = { limit: 20, ...(cursor === undefined ? {} : { cursor }) };
        const page = await owner.reply.listJudgements({ parameters: made, query });
        walked.push(...page.body);
        cursor = cursorIn(page.headers);
      } while (cursor !== undefined);
      const times = walked.map(({ judged_at }) => judged_at);
      assert.deepEqual(times, times.toSorted());
      assert.deepEqual(
        walked.map(({ position }) => position).toSorted((left, right) => left - right),
        scenarios.map(({ position }) => position),
      );
      const other = { cursor: cursorIn(usual.headers) ?? '', annotator_id: UNKNOWN_ID };
      const reply = await owner.reply.listJudgements({ parameters: made, query: other });
      expectProblem(reply, 'invalid_cursor');
    });

    test('404 for an evaluation that the caller cannot see', async () => {
      const foreign = await makeHumanEvaluation((await makeForeigner(server())).client);
      for (const evaluation_id of [...unknownIds(), foreign.evaluation_id]) {
        const reply = await server().owner.reply.listJudgements({ parameters: { evaluation_id } });
        expectProblem(reply, 'evaluation_not_found');
      }
    });

    test('422 for a limit that is too large and a history flag that is not a boolean', async () => {
      const parameters = await makeHumanEvaluation(server().owner);
      const query = wrong({ limit: 201, history: 'perhaps' });
      expectInvalid(
        await server().owner.reply.listJudgements({ parameters, query }),
        { loc: ['query', 'history'], type: 'bool_parsing' },
        { loc: ['query', 'limit'], type: 'less_than_equal' },
      );
    });
  });
});

function place({ evaluation_id, evaluation_type }: MadeEvaluation, scenario_id = '') {
  return { evaluation_id, evaluation_type, scenario_id };
}
