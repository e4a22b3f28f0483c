import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import { makeForeigner, makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { type MadeEvaluation, makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { enter, makeLink } from '../support/guests.ts';
import { judgeByFives } from '../support/judge-tasks.ts';
import type { TestServer } from '../support/running-server.ts';
import { takeTasks } from '../support/take-tasks.ts';
import { TIMESTAMP, unknownIds } from '../support/unknown-ids.ts';

const REASON = { reason: 'chose left every time' };

onEachEngine((server) => {
  describe('excludeAnnotator', () => {
    test('200 records who, when, why and after how many judgements, once', async () => {
      const { owner } = server();
      const { made, guest } = await makeJudged(server());
      const parameters = placeOf(made, guest.id);
      const { body } = await owner.reply.excludeAnnotator({ parameters, body: REASON });
      const { id: excluded_by } = await owner.fetchProfile();
      assert.match(body.created_at, TIMESTAMP);
      assert.deepEqual(body, {
        annotator_id: guest.id,
        ...REASON,
        excluded_by,
        created_at: body.created_at,
        judgements: 4,
        judgements_then: 8,
      });
      assert.deepEqual(await owner.excludeAnnotator({ parameters, body: REASON }), body);
      assert.deepEqual(await owner.listExclusions({ parameters: made }), [body]);
    });

    test('replaces reason and author when it is repeated with another reason', async () => {
      const { made, guest } = await makeJudged(server());
      const parameters = placeOf(made, guest.id);
      const first = await server().owner.excludeAnnotator({ parameters, body: REASON });
      const editor = await makeMember(server(), ['editor']);
      const body = { reason: 'answered in under a second' };
      const second = await editor.client.excludeAnnotator({ parameters, body });
      assert.deepEqual(second, { ...first, ...body, excluded_by: editor.userId });
    });

    test('leaves judgements out of the statistics, not out of counts and progress', async () => {
      const { owner } = server();
      const { made, guest } = await makeJudged(server());
      const parameters = { evaluation_id: made.evaluation_id };
      const exportedVotes = async () => {
        const query = { content: 'preferences', format: 'jsonl', ties: 'keep' } as const;
        const lines = (await owner.exportHumanEvaluation({ parameters, query })).trim().split('\n');
        return lines
          .map((line) => JSON.parse(line))
          .reduce((sum, pair) => sum + pair.votes_chosen + pair.votes_rejected, 0);
      };
      const before = await owner.fetchResults({ parameters });
      assert.equal(before.statistics.computation?.judgements, 8);
      assert.equal(await exportedVotes(), 8);
      await owner.excludeAnnotator({ parameters: placeOf(made, guest.id), body: REASON });
      assert.equal(await exportedVotes(), 4);
      const after = await owner.fetchResults({ parameters });
      assert.deepEqual(after.votes_data, before.votes_data);
      assert.deepEqual(after.progress, before.progress);
      assert.equal(after.statistics.computation?.judgements, 4);
      assert.deepEqual(after.statistics.computation?.exclusions.annotators, [guest.id]);
      await owner.includeAnnotator({ parameters: placeOf(made, guest.id) });
      assert.deepEqual(await owner.fetchResults({ parameters }), before);
    });

    test('lets an excluded annotator go on judging, and leaves those judgements out', async () => {
      const { owner } = server();
      const { made, guest, evaluator } = await makeJudged(server(), 'in part');
      await owner.excludeAnnotator({ parameters: placeOf(made, guest.id), body: REASON });
      await judgeByFives(guest.browser, made, () => ({ outcome: 'tie' }));
      const [exclusion] = await owner.listExclusions({ parameters: made });
      assert.deepEqual([exclusion?.judgements, exclusion?.judgements_then], [4, 2]);
      const { statistics } = await owner.fetchResults({ parameters: made });
      assert.equal(statistics.computation?.judgements, 1);
      await judgeByFives(evaluator.client, made, () => ({ outcome: 'tie' }));
    });

    test('works in a closed evaluation', async () => {
      const { owner } = server();
      const { made, guest } = await makeJudged(server());
      await owner.closeHumanEvaluation({ parameters: made });
      const parameters = placeOf(made, guest.id);
      assert.equal((await owner.reply.excludeAnnotator({ parameters, body: REASON })).status, 200);
      assert.equal((await owner.reply.includeAnnotator({ parameters })).status, 204);
    });

    test('404 annotator_not_found for an annotator without judgements here', async () => {
      const { owner } = server();
      const { made } = await makeJudged(server());
      const other = await makeJudged(server());
      const idle = await enter(server(), await linkOf(owner, made), 'idle');
      await takeTasks(idle.browser, made);
      for (const id of [...unknownIds(), other.guest.id, idle.id]) {
        const parameters = placeOf(made, id);
        const reply = await owner.reply.excludeAnnotator({ parameters, body: REASON });
        expectProblem(reply, 'annotator_not_found');
      }
      assert.deepEqual(await owner.listExclusions({ parameters: made }), []);
    });

    test('409 everybody_excluded for the last annotator', async () => {
      const { owner } = server();
      const { made, guest, evaluator } = await makeJudged(server());
      await owner.excludeAnnotator({ parameters: placeOf(made, guest.id), body: REASON });
      const last = { parameters: placeOf(made, evaluator.userId), body: REASON };
      const problem = expectProblem(await owner.reply.excludeAnnotator(last), 'everybody_excluded');
      assert.match(problem.detail, /Include one of them first/);
      await owner.includeAnnotator({ parameters: placeOf(made, guest.id) });
      assert.equal((await owner.reply.excludeAnnotator(last)).status, 200);
    });

    test('refuses one of simultaneous exclusions of all, while others judge and undo', async () => {
      const { owner } = server();
      const { made, guest, evaluator } = await makeJudged(server(), 'in part', 5);
      for (let round = 0; round < 4; round += 1) {
        const [task] = await takeTasks(evaluator.client, made);
        const judged = evaluator.client.reply.submitJudgement({
          parameters: { assignment_id: task?.id ?? '' },
          body: { outcome: 'tie' },
        });
        const parameters = placeOf(made, guest.id);
        const undone = owner.reply.includeAnnotator({ parameters });
        const replies = await Promise.all(
          [guest.id, evaluator.userId].map((id) =>
            owner.reply.excludeAnnotator({ parameters: placeOf(made, id), body: REASON }),
          ),
        );
        assert.equal((await judged).status, 200);
        assert.equal((await undone).status, 204);
        assert.ok(replies.every(({ status }) => status === 200 || status === 409));
        const exclusions = await owner.listExclusions({ parameters: made });
        assert.ok(exclusions.length < 2, JSON.stringify(replies));
        for (const { annotator_id } of exclusions) {
          await owner.includeAnnotator({ parameters: placeOf(made, annotator_id) });
        }
      }
    });

    test('422 without a reason or with a very long one', async () => {
      const { owner } = server();
      const { made, guest } = await makeJudged(server());
      const parameters = placeOf(made, guest.id);
      const empty = await owner.reply.excludeAnnotator({ parameters, body: { reason: '' } });
      expectInvalid(empty, { loc: ['body', 'reason'], type: 'string_too_short' });
      const body = { reason: 'r'.repeat(2001) };
      const long = await owner.reply.excludeAnnotator({ parameters, body });
      expectInvalid(long, { loc: ['body', 'reason'], type: 'string_too_long' });
    });

    test('404 evaluation_not_found for unknown and foreign evaluations, 403 for annotators', async () => {
      const { made, guest, evaluator } = await makeJudged(server());
      const foreigner = await makeForeigner(server());
      const call = { parameters: placeOf(made, guest.id), body: REASON };
      expectProblem(await foreigner.client.reply.excludeAnnotator(call), 'evaluation_not_found');
      expectProblem(await evaluator.client.reply.excludeAnnotator(call), 'forbidden');
      expectProblem(await guest.browser.reply.excludeAnnotator(call), 'forbidden');
    });
  });

  describe('includeAnnotator', () => {
    test('204 for excluded, included and unknown annotators', async () => {
      const { owner } = server();
      const { made, guest } = await makeJudged(server());
      const parameters = placeOf(made, guest.id);
      await owner.excludeAnnotator({ parameters, body: REASON });
      for (const id of [guest.id, guest.id, ...unknownIds()]) {
        const reply = await owner.reply.includeAnnotator({ parameters: placeOf(made, id) });
        assert.equal(reply.status, 204);
      }
      assert.deepEqual(await owner.listExclusions({ parameters: made }), []);
    });

    test('404 evaluation_not_found for unknown evaluations, 403 for annotators', async () => {
      const { made, guest, evaluator } = await makeJudged(server());
      for (const evaluation_id of unknownIds()) {
        const parameters = placeOf({ evaluation_id }, guest.id);
        const reply = await server().owner.reply.includeAnnotator({ parameters });
        expectProblem(reply, 'evaluation_not_found');
      }
      const parameters = placeOf(made, guest.id);
      expectProblem(await evaluator.client.reply.includeAnnotator({ parameters }), 'forbidden');
    });
  });

  describe('listExclusions', () => {
    test('200 lists the oldest first', async () => {
      const { owner } = server();
      const { made, guest, evaluator } = await makeJudged(server());
      const third = await enter(server(), await linkOf(owner, made), 'third');
      const [task] = await takeTasks(third.browser, made);
      await third.browser.submitJudgement({
        parameters: { assignment_id: task?.id ?? '' },
        body: { outcome: 'tie' },
      });
      for (const id of [third.id, guest.id]) {
        await owner.excludeAnnotator({ parameters: placeOf(made, id), body: REASON });
      }
      const listed = await owner.listExclusions({ parameters: made });
      assert.deepEqual(
        listed.map(({ annotator_id }) => annotator_id),
        [third.id, guest.id],
      );
      expectProblem(await evaluator.client.reply.listExclusions({ parameters: made }), 'forbidden');
    });

    test('404 evaluation_not_found for unknown evaluations', async () => {
      for (const evaluation_id of unknownIds()) {
        const reply = await server().owner.reply.listExclusions({ parameters: { evaluation_id } });
        expectProblem(reply, 'evaluation_not_found');
      }
    });
  });
});

/** Four scenarios, judged by a guest and an evaluator: all of them, or one each. */
async function makeJudged(server: TestServer, extent: 'whole' | 'in part' = 'whole', rows = 4) {
  const { owner } = server;
  const made = await makeHumanEvaluation(owner, {
    rows: numberedRows(rows),
    settings: { judgements_per_task: 3 },
  });
  await fillOutputs(owner, made);
  const guest = await enter(server, await linkOf(owner, made));
  const evaluator = await makeMember(server, ['evaluator']);
  for (const client of [guest.browser, evaluator.client]) {
    if (extent === 'whole') {
      await judgeByFives(client, made, ({ slots }) => ({ outcome: slots[0]?.slot_id ?? '' }));
      continue;
    }
    const [task] = await takeTasks(client, made);
    const parameters = { assignment_id: task?.id ?? '' };
    await client.submitJudgement({ parameters, body: { outcome: 'tie' } });
  }
  return { made, guest, evaluator };
}

async function linkOf(owner: Client, { evaluation_id }: MadeEvaluation) {
  return makeLink(owner, { evaluationId: evaluation_id });
}

function placeOf({ evaluation_id }: Pick<MadeEvaluation, 'evaluation_id'>, annotator_id: string) {
  return { evaluation_id, annotator_id };
}
