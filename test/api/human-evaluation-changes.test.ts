import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeApp, makeForeigner, makeMember, unique } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { type MadeEvaluation, makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { wrong } from '../support/requests.ts';
import type { TestServer } from '../support/running-server.ts';
import { TIMESTAMP, unknownIds } from '../support/unknown-ids.ts';
import { scenarioIdsOf, sendVote } from '../support/votes.ts';

const KEYS = [
  'id',
  'app_id',
  'user_id',
  'user_username',
  'evaluation_type',
  'variant_ids',
  'variant_names',
  'variants_revision_ids',
  'revisions',
  'testset_id',
  'testset_name',
  'status',
  'created_at',
  'updated_at',
];

/** By their letters in the wire contract. */
const STATUSES = {
  I: 'EVALUATION_INITIALIZED',
  S: 'EVALUATION_STARTED',
  F: 'EVALUATION_FINISHED',
  E: 'EVALUATION_FINISHED_WITH_ERRORS',
  X: 'EVALUATION_FAILED',
} as const;

type Letter = keyof typeof STATUSES;

const LETTERS = Object.keys(STATUSES) as Letter[]; // The keys of the table above.

/** What a PUT may set, besides the same again, and I before the first output or judgement. */
const MOVES: Readonly<Record<Letter, string>> = { I: 'SFEX', S: 'FEX', F: 'S', E: 'SFX', X: 'S' };

onEachEngine((server) => {
  describe('listHumanEvaluations', () => {
    test('200 lists both types of an app, oldest first, in pages on request', async () => {
      const { owner } = server();
      const first = await makeHumanEvaluation(owner);
      const { app_id, testset_id, variants } = first;
      const single = await owner.createHumanEvaluation({
        body: {
          app_id,
          variant_ids: variants.slice(0, 1).map(({ id }) => id),
          evaluation_type: 'single_model_test',
          inputs: [],
          testset_id,
          status: 'EVALUATION_INITIALIZED',
        },
      });
      await makeHumanEvaluation(owner);
      const list = await owner.listHumanEvaluations({ query: { app_id } });
      assert.deepEqual(
        list.map(({ id, variant_ids }) => [id, variant_ids.length]),
        [
          [first.evaluation_id, 2],
          [single.id, 1],
        ],
      );
      for (const item of list) assert.deepEqual(Object.keys(item), KEYS);
      const page = await owner.reply.listHumanEvaluations({ query: { app_id, limit: 1 } });
      assert.deepEqual(page.body, list.slice(0, 1));
      assert.match(page.headers.get('link') ?? '', /rel="next"/);
    });

    test('200 [] for an app without evaluations', async () => {
      const { app_id } = await makeApp(server().owner);
      assert.deepEqual(await server().owner.listHumanEvaluations({ query: { app_id } }), []);
    });

    test('404 for an app that the caller cannot see', async () => {
      const foreign = await makeHumanEvaluation((await makeForeigner(server())).client);
      for (const app_id of [...unknownIds(), foreign.app_id]) {
        const reply = await server().owner.reply.listHumanEvaluations({ query: { app_id } });
        expectProblem(reply, 'app_not_found');
      }
    });

    test('400 for a cursor of another list', async () => {
      const { app_id } = await makeApp(server().owner);
      const query = { app_id, cursor: 'x.y' };
      expectProblem(await server().owner.reply.listHumanEvaluations({ query }), 'invalid_cursor');
    });
  });

  describe('fetchHumanEvaluation', () => {
    test('200 answers with exactly the fourteen fields', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner);
      const body = await fetchEvaluation(server(), made);
      const { id: user_id, username } = await owner.fetchProfile();
      assert.deepEqual(Object.keys(body), KEYS);
      assert.match(body.created_at, TIMESTAMP);
      assert.deepEqual(body, {
        ...body,
        id: made.evaluation_id,
        app_id: made.app_id,
        user_id,
        user_username: username,
        evaluation_type: 'human_a_b_testing',
        variant_ids: made.variants.map(({ id }) => id),
        variant_names: made.variants.map(({ name }) => name),
        revisions: ['1', '1'],
        testset_id: made.testset_id,
        status: STATUSES.I,
        updated_at: body.created_at,
      });
    });

    test('shows the current names of variants, and its ETag changes with them', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner);
      const parameters = made;
      const before = await owner.reply.fetchHumanEvaluation({ parameters });
      const ifNoneMatch = before.headers.get('etag') ?? '';
      const same = await owner.reply.fetchHumanEvaluation({ parameters, ifNoneMatch });
      assert.equal(same.status, 304);
      const variant_name = unique('renamed');
      const [first] = made.variants;
      await owner.renameVariant({
        parameters: { variant_id: first?.id ?? '' },
        body: { variant_name },
      });
      const after = await owner.reply.fetchHumanEvaluation({ parameters, ifNoneMatch });
      assert.equal(after.body?.variant_names[0], variant_name);
      assert.notEqual(after.headers.get('etag'), ifNoneMatch);
    });

    test('404 for an evaluation that the caller cannot see', async () => {
      const foreign = await makeHumanEvaluation((await makeForeigner(server())).client);
      for (const evaluation_id of [...unknownIds(), foreign.evaluation_id]) {
        const reply = await server().owner.reply.fetchHumanEvaluation({
          parameters: { evaluation_id },
        });
        expectProblem(reply, 'evaluation_not_found');
      }
    });
  });

  describe('updateHumanEvaluation', () => {
    test('204 for every move of the table, 409 with the allowed ones for every other', async () => {
      const { owner } = server();
      for (const content of ['untouched', 'with outputs'] as const) {
        for (const from of LETTERS) {
          if (from === 'I' && content === 'with outputs') continue;
          const made = await makeHumanEvaluation(owner, { rows: numberedRows(1) });
          if (content === 'with outputs') await fillOutputs(owner, made);
          const back = content === 'untouched' && from !== 'I' ? 'I' : '';
          const allowed = `${back}${MOVES[from]}`;
          for (const to of LETTERS) {
            await reach(server(), made, from);
            const reply = await put(server(), made, to);
            const label = `${from} to ${to}, ${content}`;
            if (to === from || allowed.includes(to)) {
              assert.equal(reply.status, 204, label);
              assert.equal((await fetchEvaluation(server(), made)).status, STATUSES[to], label);
            } else {
              const problem = expectProblem(reply, 'invalid_transition');
              assert.equal(problem['current'], STATUSES[from], label);
              assert.deepEqual(
                problem['allowed'],
                LETTERS.filter((letter) => allowed.includes(letter)).map(
                  (letter) => STATUSES[letter],
                ),
                label,
              );
            }
          }
        }
      }
    });

    test('allows the initial status again once the outputs are gone', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner);
      await fillOutputs(owner, made);
      expectProblem(await put(server(), made, 'I'), 'invalid_transition');
      const [scenario_id = ''] = await scenarioIdsOf(owner, made.evaluation_id);
      await owner.updateEvaluationScenario({
        parameters: { ...made, scenario_id },
        body: { outputs: [] },
      });
      assert.equal((await put(server(), made, 'I')).status, 204);
    });

    test('204 changes nothing without a status', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner);
      const before = await fetchEvaluation(server(), made);
      for (const body of [{}, wrong({ status: null })]) {
        const reply = await owner.reply.updateHumanEvaluation({ parameters: made, body });
        assert.equal(reply.status, 204);
      }
      assert.equal((await put(server(), made, 'I')).status, 204);
      assert.deepEqual(await fetchEvaluation(server(), made), before);
    });

    test('204 with the new ETag, 412 for an older one', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner);
      const before = await owner.reply.fetchHumanEvaluation({ parameters: made });
      const ifMatch = before.headers.get('etag') ?? '';
      const update = (status: (typeof STATUSES)[Letter]) =>
        owner.reply.updateHumanEvaluation({ parameters: made, body: { status }, ifMatch });
      const done = await update(STATUSES.S);
      assert.equal(done.status, 204);
      const after = await owner.reply.fetchHumanEvaluation({ parameters: made });
      assert.equal(done.headers.get('etag'), after.headers.get('etag'));
      assert.ok(after.body.updated_at >= before.body.updated_at);
      const late = await update(STATUSES.F);
      expectProblem(late, 'revision_conflict');
      assert.equal(late.headers.get('etag'), after.headers.get('etag'));
      assert.deepEqual(await fetchEvaluation(server(), made), after.body);
    });

    test('409 for every status but FINISHED while the evaluation is closed', async () => {
      const made = await makeHumanEvaluation(server().owner);
      await server().owner.closeHumanEvaluation({ parameters: made });
      for (const letter of LETTERS) {
        const reply = await put(server(), made, letter);
        if (letter === 'F') assert.equal(reply.status, 204);
        else {
          const problem = expectProblem(reply, 'invalid_transition');
          assert.deepEqual(problem['allowed'], [STATUSES.F]);
        }
      }
    });

    test('422 for an unknown status', async () => {
      const made = await makeHumanEvaluation(server().owner);
      for (const status of ['EVALUATION_AGGREGATION_FAILED', '', 5]) {
        const reply = await server().owner.reply.updateHumanEvaluation({
          parameters: made,
          body: wrong({ status }),
        });
        const names = "'EVALUATION_FINISHED_WITH_ERRORS' or 'EVALUATION_FAILED'";
        expectInvalid(reply, {
          loc: ['body', 'status'],
          type: 'enum',
          msg: `Input should be '${STATUSES.I}', '${STATUSES.S}', '${STATUSES.F}', ${names}`,
        });
      }
    });

    test('403 for evaluators, except in their own evaluations', async () => {
      const made = await makeHumanEvaluation(server().owner, { settings: { blind: false } });
      const { client } = await makeMember(server(), ['evaluator']);
      const body = { status: STATUSES.S };
      const reply = await client.reply.updateHumanEvaluation({ parameters: made, body });
      assert.equal(expectProblem(reply, 'forbidden')['permission'], 'edit_evaluation');
      const { app_id, testset_id, variants } = made;
      const { id } = await client.createHumanEvaluation({
        body: {
          app_id,
          variant_ids: variants.map((variant) => variant.id),
          evaluation_type: 'human_a_b_testing',
          inputs: [],
          testset_id,
          status: STATUSES.I,
        },
      });
      await client.updateHumanEvaluation({ parameters: { evaluation_id: id }, body });
    });

    test('404 for an evaluation that the caller cannot see', async () => {
      const foreign = await makeHumanEvaluation((await makeForeigner(server())).client);
      for (const evaluation_id of [...unknownIds(), foreign.evaluation_id]) {
        const reply = await server().owner.reply.updateHumanEvaluation({
          parameters: { evaluation_id },
          body: {},
        });
        expectProblem(reply, 'evaluation_not_found');
      }
    });
  });

  describe('status moves of the server', () => {
    test('start with the first output or judgement, also after a failure', async () => {
      const { owner } = server();
      for (const from of ['I', 'X'] as const) {
        const byOutput = await makeHumanEvaluation(owner, { rows: numberedRows(2) });
        const byVote = await makeHumanEvaluation(owner, { rows: numberedRows(2) });
        for (const made of [byOutput, byVote]) await reach(server(), made, from);
        const [scenario_id = ''] = await scenarioIdsOf(owner, byVote.evaluation_id);
        await sendVote(owner, byVote, { scenario_id, vote: '1' });
        await fillOutputs(owner, byOutput);
        for (const made of [byOutput, byVote]) {
          assert.equal((await fetchEvaluation(server(), made)).status, STATUSES.S);
        }
      }
    });

    test('finish with the last required judgement, and restart when it is withdrawn', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, {
        rows: numberedRows(2),
        settings: { judgements_per_task: 2 },
      });
      const { client } = await makeMember(server(), ['editor']);
      const [one = '', two = ''] = await scenarioIdsOf(owner, made.evaluation_id);
      const status = async () => (await fetchEvaluation(server(), made)).status;
      for (const scenario_id of [one, two]) await sendVote(owner, made, { scenario_id, vote: '1' });
      await sendVote(client, made, { scenario_id: one, vote: '0' });
      assert.equal(await status(), STATUSES.S);
      await sendVote(client, made, { scenario_id: two, vote: '0' });
      assert.equal(await status(), STATUSES.F);
      const third = await makeMember(server(), ['editor']);
      await sendVote(third.client, made, { scenario_id: two, vote: '0' });
      await sendVote(client, made, { scenario_id: two, vote: '' });
      assert.equal(
        await status(),
        STATUSES.F,
        'a judgement beyond the required ones was withdrawn',
      );
      await sendVote(client, made, { scenario_id: one, vote: '' });
      assert.equal(await status(), STATUSES.S);
      await reach(server(), made, 'E');
      await sendVote(client, made, { scenario_id: one, vote: '1' });
      assert.equal(await status(), STATUSES.F);
    });

    test('leave an evaluation alone that a member has finished', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(2) });
      const [scenario_id = ''] = await scenarioIdsOf(owner, made.evaluation_id);
      await sendVote(owner, made, { scenario_id, vote: '1' });
      await put(server(), made, 'F');
      await sendVote(owner, made, { scenario_id, vote: '' });
      assert.equal((await fetchEvaluation(server(), made)).status, STATUSES.F);
    });
  });
});

function fetchEvaluation({ owner }: TestServer, made: MadeEvaluation) {
  return owner.fetchHumanEvaluation({ parameters: made });
}

function put({ owner }: TestServer, made: MadeEvaluation, letter: Letter) {
  return owner.reply.updateHumanEvaluation({
    parameters: made,
    body: { status: STATUSES[letter] },
  });
}

/** Brings an evaluation into a status by allowed moves. */
async function reach(server: TestServer, made: MadeEvaluation, letter: Letter): Promise<void> {
  const current = (await fetchEvaluation(server, made)).status;
  if (current === STATUSES[letter]) return;
  if (current !== STATUSES.S && letter !== 'I') await put(server, made, 'S');
  if (letter !== 'S') await put(server, made, letter);
}
