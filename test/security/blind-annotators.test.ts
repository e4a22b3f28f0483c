import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Client, createClient } from '../../src/client/client.ts';
import { makeMember } from '../support/builders.ts';
import { changeRole } from '../support/change-role.ts';
import { changeSettings, type SettingsChange } from '../support/change-settings.ts';
import { onEachEngine } from '../support/engines.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import {
  createFrom,
  type EvaluationParts,
  type MadeEvaluation,
  makeEvaluationParts,
  makeHumanEvaluation,
  numberedRows,
} from '../support/evaluations.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { enter, makeLink } from '../support/guests.ts';
import { cookieIn } from '../support/requests.ts';
import { scenarioAt, updateScenario } from '../support/scenarios.ts';
import { takeTasks } from '../support/take-tasks.ts';
import { makeTestset } from '../support/testsets.ts';

onEachEngine((server) => {
  const makeReady = async (parts?: EvaluationParts): Promise<MadeEvaluation> => {
    const { owner } = server();
    const options = { rows: numberedRows(4), settings: { judgements_per_task: 2 } };
    const made = await createFrom(owner, parts ?? (await makeEvaluationParts(owner, options)));
    await fillOutputs(owner, made);
    return made;
  };
  const versionsOf = async (client: Client, parameters: { evaluation_id: string }) =>
    (await client.listJudgements({ parameters })).map(({ version, judged_at }) => ({
      version,
      judged_at,
    }));

  describe('a blind annotator who names variants', () => {
    test('gets the same refusal for a right and a wrong guess, before and after a vote by slot', async () => {
      const made = await makeReady();
      const { client } = await makeMember(server(), ['evaluator']);
      const guess = async (position: number) => {
        const replies = [];
        for (const { id } of made.variants) {
          const reply = await updateScenario({ client, made, position }, { vote: id });
          expectInvalid(reply, { loc: ['body', 'vote'], type: 'value_error' });
          replies.push(reply.body);
        }
        assert.deepEqual(replies[0], replies[1]);
      };
      for (let position = 0; position < 4; position += 1) {
        await guess(position);
        const [shown] = (await scenarioAt({ client, made, position })).outputs;
        const voted = { vote: shown?.variant_id ?? '' };
        assert.equal((await updateScenario({ client, made, position }, voted)).status, 204);
        const before = await versionsOf(client, made);
        await guess(position);
        assert.deepEqual(await versionsOf(client, made), before);
        assert.equal((await scenarioAt({ client, made, position })).vote, voted.vote);
      }
    });

    test('learns nothing from a vote by slot where they had named a variant as an editor', async () => {
      const made = await makeReady();
      const member = await makeMember(server(), ['editor']);
      const { client } = member;
      for (let position = 0; position < 4; position += 1) {
        const vote = made.variants[0]?.id ?? '';
        assert.equal((await updateScenario({ client, made, position }, { vote })).status, 204);
      }
      await changeRole(server(), member, { from: 'editor', to: 'evaluator' });
      const versions = new Set<number>();
      for (let position = 0; position < 4; position += 1) {
        const { outputs } = await scenarioAt({ client, made, position });
        const [shown, other] = outputs.toSorted((left, right) =>
          left.variant_output < right.variant_output ? -1 : 1,
        );
        // In two scenarios the output of the variant they named, in two that of the other one.
        const slot = (position % 2 === 0 ? shown : other)?.variant_id ?? '';
        assert.equal(
          (await updateScenario({ client, made, position }, { vote: slot })).status,
          204,
        );
      }
      for (const { version } of await versionsOf(client, made)) versions.add(version);
      assert.deepEqual([...versions], [2]);
    });

    test('reads outputs and their own scores in an order that is independent of the variants', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, {
        type: 'single_model_test',
        variantCount: 3,
        rows: numberedRows(12),
      });
      await fillOutputs(owner, made);
      const { client } = await makeMember(server(), ['evaluator']);
      const scenarios = await client.listEvaluationScenarios({ parameters: made });
      for (const { id, outputs } of scenarios) {
        const scores = outputs.map(({ variant_id, variant_output }) => ({
          variant_id,
          score: Number(/\d/.exec(variant_output)?.[0]),
        }));
        const parameters = { ...made, scenario_id: id };
        await client.updateEvaluationScenario({ parameters, body: { scores } });
      }
      const orders = { outputs: new Set<string>(), scores: new Set<string>() };
      for (const { outputs, scores } of await client.listEvaluationScenarios({
        parameters: made,
      })) {
        orders.outputs.add(outputs.map((output) => output.variant_output[7]).join());
        orders.scores.add(scores.map(({ score }) => score).join());
      }
      // Twelve random orders of three are all the same once in 3.6 × 10⁸ times.
      assert.ok(orders.outputs.size > 1, [...orders.outputs].join(' '));
      assert.ok(orders.scores.size > 1, [...orders.scores].join(' '));
    });

    test('cannot write outputs, but can send back what they were shown', async () => {
      const made = await makeReady();
      const { client } = await makeMember(server(), ['evaluator']);
      const { outputs } = await scenarioAt({ client, made });
      assert.equal((await updateScenario({ client, made }, { outputs })).status, 204);
      const named = outputs.map((output, index) => ({
        ...output,
        variant_id: made.variants[index]?.id ?? '',
      }));
      for (const guess of [named, named.toReversed(), named.slice(0, 1)]) {
        const reply = await updateScenario({ client, made }, { outputs: guess });
        assert.equal(expectProblem(reply, 'forbidden')['permission'], 'edit_evaluation');
      }
      const empty = await makeHumanEvaluation(server().owner);
      const variant_id = empty.variants[0]?.id ?? '';
      const first = await updateScenario(
        { client, made: empty },
        { outputs: [{ variant_id, variant_output: 'x' }] },
      );
      expectProblem(first, 'forbidden');
    });
  });

  describe('another evaluation of variants that are judged blind', () => {
    test('cannot be created by a blind annotator, and the problem says why', async () => {
      const parts = await makeEvaluationParts(server().owner);
      const made = await createFrom(server().owner, parts);
      const { client } = await makeMember(server(), ['evaluator']);
      const refused = await client.reply.createHumanEvaluation({ body: parts.body });
      const { detail } = expectProblem(refused, 'forbidden');
      assert.match(detail, /blind evaluation of these variants.*ask an editor/);
      await server().owner.closeHumanEvaluation({ parameters: made });
      assert.equal((await client.reply.createHumanEvaluation({ body: parts.body })).status, 200);
    });

    test('shows a blind annotator neither names nor outputs by variant while the blind one is open', async () => {
      const { owner } = server();
      const parts = await makeEvaluationParts(owner);
      const { client } = await makeMember(server(), ['evaluator']);
      const earlier = await createFrom(owner, parts);
      await fillOutputs(owner, earlier);
      await owner.closeHumanEvaluation({ parameters: earlier });
      const own = await createFrom(client, parts);
      await fillOutputs(owner, own);
      const namesIn = async () => {
        const seen: unknown[] = [];
        for (const { evaluation_id } of [earlier, own]) {
          const parameters = { evaluation_id };
          seen.push(await client.fetchHumanEvaluation({ parameters }));
          seen.push(await client.listEvaluationScenarios({ parameters }));
          seen.push(await client.fetchResults({ parameters }));
          seen.push((await client.reply.listGenerationCells({ parameters })).body);
          seen.push((await client.reply.exportHumanEvaluation({ parameters })).body);
        }
        const text = JSON.stringify(seen);
        return parts.variants.filter(({ id, name }) => text.includes(id) || text.includes(name));
      };
      const { csvdata } = await owner.fetchTestset({ parameters: parts.body });
      const copy = await makeTestset(owner, { app_id: parts.body.app_id, csvdata });
      for (const testset_id of [parts.body.testset_id, copy.testset_id]) {
        assert.equal((await namesIn()).length, 2);
        const blind = await createFrom(owner, { ...parts, body: { ...parts.body, testset_id } });
        assert.deepEqual(await namesIn(), []);
        const started = await client.reply.startGeneration({ parameters: own });
        assert.match(expectProblem(started, 'forbidden').detail, /ask an editor/);
        expectProblem(await client.reply.createHumanEvaluation({ body: parts.body }), 'forbidden');
        await owner.closeHumanEvaluation({ parameters: blind });
      }
      assert.equal((await namesIn()).length, 2);
    });

    test('does not reveal by a refusal which variants take part', async () => {
      const made = await makeReady();
      const { client } = await makeMember(server(), ['evaluator']);
      const replyTo = (variant_id: string | undefined) =>
        client.reply.listGenerationCells({
          parameters: { evaluation_id: made.evaluation_id },
          query: { variant_id: variant_id ?? '' },
        });
      const other = await makeReady();
      for (const { variants } of [made, other]) {
        expectProblem(await replyTo(variants[0]?.id), 'forbidden');
      }
      expectProblem(await replyTo(crypto.randomUUID()), 'variant_not_found');
    });

    test('does not reuse outputs for a member who may only judge', async () => {
      const parts = await makeEvaluationParts(server().owner);
      const { client } = await makeMember(server(), ['evaluator']);
      const own = await createFrom(client, parts);
      const refused = await client.reply.startGeneration({
        parameters: own,
        body: { reuse: true },
      });
      assert.equal(expectProblem(refused, 'forbidden')['permission'], 'edit_evaluation');
    });
  });

  describe('results count the judgements of annotators who could see names', () => {
    const withNames = async ({ evaluation_id }: MadeEvaluation) =>
      (await server().owner.fetchResults({ parameters: { evaluation_id } })).progress
        ?.judgements_with_names;
    const judgeOne = async (client: Client, made: MadeEvaluation) => {
      const [task] = await takeTasks(client, made);
      assert.ok(task);
      const parameters = { assignment_id: task.id };
      await client.submitJudgement({ parameters, body: { outcome: 'tie' } });
      return parameters;
    };

    test('none of evaluators and guests while it was never closed, but those of editors', async () => {
      const made = await makeReady();
      const evaluator = await makeMember(server(), ['evaluator']);
      await judgeOne(evaluator.client, made);
      const guest = await enter(
        server(),
        await makeLink(server().owner, { evaluationId: made.evaluation_id }),
      );
      await judgeOne(guest.browser, made);
      assert.equal(await withNames(made), 0);
      await judgeOne(server().owner, made);
      assert.equal(await withNames(made), 1);
    });

    test('those of editors, also after they have become evaluators and added a note', async () => {
      const made = await makeReady();
      const editor = await makeMember(server(), ['editor']);
      const parameters = await judgeOne(editor.client, made);
      assert.equal(await withNames(made), 1);
      await changeRole(server(), editor, { from: 'editor', to: 'evaluator' });
      await editor.client.submitJudgement({
        parameters,
        body: { outcome: 'tie', note: 'as I said' },
      });
      assert.equal(await withNames(made), 1);
    });

    test('those of guests in a browser where a viewer was signed in when they entered, or is now', async () => {
      const made = await makeReady();
      const link = await makeLink(server().owner, {
        evaluationId: made.evaluation_id,
        max_uses: 3,
      });
      for (const [role, expected] of [
        ['evaluator', 0],
        ['viewer', 1],
      ] as const) {
        const { cookie } = await makeMember(server(), [role]);
        const { headers } = await server()
          .browser(cookie)
          .reply.exchangeInvitation({ body: { token: link.token, username: role } });
        await judgeOne(server().browser(cookieIn(headers)), made);
        assert.equal(await withNames(made), expected, role);
      }
      const guest = await enter(server(), link);
      await judgeOne(guest.browser, made);
      assert.equal(await withNames(made), 1);
      const { cookie } = await makeMember(server(), ['viewer']);
      const headers = {
        cookie: `${guest.cookie}; ${cookie}`,
        'sec-fetch-site': 'same-origin',
        'x-profile-id': guest.id,
      };
      await judgeOne(createClient({ baseUrl: server().url, headers }), made);
      assert.equal(await withNames(made), 2);
    });

    test('those of members whose earlier roles let them read names, also as guests', async () => {
      const made = await makeReady();
      const link = await makeLink(server().owner, { evaluationId: made.evaluation_id });
      const [viewer, editor] = [
        await makeMember(server(), ['viewer']),
        await makeMember(server(), ['editor']),
      ];
      await changeRole(server(), viewer, { from: 'viewer', to: 'evaluator' });
      await changeRole(server(), editor, { from: 'editor', to: 'evaluator' });
      await judgeOne(viewer.client, made);
      assert.equal(await withNames(made), 1);
      const { headers } = await server()
        .browser(editor.cookie)
        .reply.exchangeInvitation({ body: { token: link.token, username: 'no longer an editor' } });
      await judgeOne(server().browser(cookieIn(headers)), made);
      assert.equal(await withNames(made), 2);
      const later = await makeReady();
      await judgeOne(viewer.client, later);
      assert.equal(await withNames(later), 0);
    });

    test('those of members after it was not blind for a while, and of guests in their browsers', async () => {
      const { owner } = server();
      const [made, drafted] = [await makeReady(), await makeHumanEvaluation(owner)];
      const member = await makeMember(server(), ['evaluator']);
      const change = async (settings: SettingsChange) => {
        for (const one of [made, drafted]) {
          assert.equal((await changeSettings(owner, one, settings)).status, 200);
        }
      };
      const evaluationId = made.evaluation_id;
      const link = await makeLink(owner, { evaluationId, max_uses: 2 });
      await change({ blind: false });
      const { headers } = await server()
        .browser(member.cookie)
        .reply.exchangeInvitation({ body: { token: link.token, username: 'the same again' } });
      await change({ blind: true });
      await fillOutputs(owner, drafted);
      await judgeOne((await enter(server(), link)).browser, made);
      assert.equal(await withNames(made), 0);
      await judgeOne(member.client, made);
      assert.equal(await withNames(made), 1);
      await judgeOne(server().browser(cookieIn(headers)), made);
      assert.equal(await withNames(made), 2);
      await judgeOne(member.client, drafted);
      assert.equal(await withNames(drafted), 0);
    });

    test('those of members after it was closed and reopened, not those of guests', async () => {
      const { owner } = server();
      const made = await makeReady();
      const evaluator = await makeMember(server(), ['evaluator']);
      const guest = await enter(
        server(),
        await makeLink(owner, { evaluationId: made.evaluation_id }),
      );
      await judgeOne(evaluator.client, made);
      await owner.closeHumanEvaluation({ parameters: made });
      await owner.reopenHumanEvaluation({ parameters: made });
      assert.equal(await withNames(made), 0);
      await judgeOne(guest.browser, made);
      assert.equal(await withNames(made), 0);
      const parameters = await judgeOne(evaluator.client, made);
      assert.equal(await withNames(made), 1);
      await evaluator.client.withdrawJudgement({ parameters });
      assert.equal(await withNames(made), 0);
      const link = await makeLink(owner, { evaluationId: made.evaluation_id });
      const { headers } = await server()
        .browser(evaluator.cookie)
        .reply.exchangeInvitation({ body: { token: link.token, username: 'the same again' } });
      await judgeOne(server().browser(cookieIn(headers)), made);
      assert.equal(await withNames(made), 1);
    });
  });
});
