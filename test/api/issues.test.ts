import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import type { Issue, IssueState } from '../../src/contract/results/issues.ts';
import { makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { type MadeEvaluation, makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { expectProblem } from '../support/expect.ts';
import { UNKNOWN_ID } from '../support/requests.ts';
import { scenarioIdsOf } from '../support/votes.ts';

onEachEngine((server) => {
  /** Two annotators who disagree on the first scenario; one flags it and writes a note. */
  const makeDisputed = async () => {
    const { owner } = server();
    const evaluator = await makeMember(server(), ['evaluator']);
    const settings = { judgements_per_task: 2 };
    const made = await makeHumanEvaluation(owner, { rows: numberedRows(1), settings });
    await fillOutputs(owner, made);
    const parameters = { evaluation_id: made.evaluation_id };
    const taken = [];
    for (const client of [owner, evaluator.client]) {
      const { assignments } = await client.takeAssignments({ parameters });
      taken.push(assignments[0]?.id ?? '');
    }
    const [mine = '', theirs = ''] = taken;
    await owner.submitJudgement({
      parameters: { assignment_id: mine },
      body: { outcome: 'tie' },
    });
    const own = { parameters: { assignment_id: theirs } };
    await evaluator.client.submitJudgement({
      ...own,
      body: { outcome: 'both_bad', note: 'Both are rude.' },
    });
    await evaluator.client.flagAssignment({ ...own, body: { reason: 'No question here.' } });
    return { ...made, parameters, evaluator, assignmentId: theirs };
  };

  describe('listEvaluationIssues', () => {
    test('200 has flags, notes and disagreements with author and scenario', async () => {
      const { owner } = server();
      const { parameters, evaluator, assignmentId } = await makeDisputed();
      const [scenario] = await owner.listEvaluationScenarios({ parameters });
      const { issues, more } = await owner.listEvaluationIssues({ parameters });
      assert.deepEqual(more, []);
      const author = { id: evaluator.userId, name: evaluator.email, kind: 'member' };
      const [flag, note, disagreement, ...rest] = issues;
      assert.deepEqual(rest, []);
      assert.deepEqual(flag, {
        id: `flag.${assignmentId}`,
        kind: 'flag',
        text: 'No question here.',
        author,
        scenario_id: scenario?.id,
        position: 0,
        variant_id: null,
        created_at: flag?.created_at,
        state: 'open',
        decided_by: null,
        decided_at: null,
      });
      assert.deepEqual([note?.kind, note?.text, note?.author], ['note', 'Both are rude.', author]);
      assert.deepEqual(
        [disagreement?.kind, disagreement?.text, disagreement?.scenario_id],
        ['disagreement', 'The two judgements differ.', scenario?.id],
      );
    });

    test('names annotators whose judgements show a warning sign', async () => {
      const { owner } = server();
      const rows = numberedRows(30);
      const made = await makeHumanEvaluation(owner, { rows });
      await fillOutputs(owner, made);
      const parameters = { evaluation_id: made.evaluation_id };
      for (;;) {
        const { assignments } = await owner.takeAssignments({ parameters, body: { count: 5 } });
        if (assignments.length === 0) break;
        for (const { id, slots } of assignments) {
          await owner.submitJudgement({
            parameters: { assignment_id: id },
            body: { outcome: slots[0]?.slot_id ?? '' },
          });
        }
      }
      const query = { kind: 'annotator' } as const;
      const { issues } = await owner.listEvaluationIssues({ parameters, query });
      const sided = issues.find(({ id }) => id.endsWith('.one_sided'));
      assert.equal(sided?.text, 'Chose the left output in 30 of 30\u00a0decided comparisons.');
      assert.equal(sided?.author?.id, (await owner.fetchProfile()).id);
    });

    test('lists an open issue that is older than two hundred resolved ones', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(201) });
      const parameters = { evaluation_id: made.evaluation_id };
      const [first = '', ...later] = await scenarioIdsOf(owner, made.evaluation_id);
      const note = (scenario_id: string) => sendNote(owner, { ...made, scenario_id });
      await note(first);
      await Promise.all(later.map(note));
      const query = { kind: 'note' } as const;
      const { issues, more } = await owner.listEvaluationIssues({ parameters, query });
      assert.deepEqual(more, ['note']);
      const resolve = ({ id }: Issue) => {
        const issue = { parameters: { ...parameters, issue_id: id } };
        return owner.decideIssue({ ...issue, body: { state: 'resolved' } });
      };
      await Promise.all(issues.map(resolve));
      const positionsOf = async (filter: { state?: IssueState }) => {
        const call = { parameters, query: { ...query, ...filter } };
        return (await owner.listEvaluationIssues(call)).issues.map(({ position }) => position);
      };
      assert.deepEqual(await positionsOf({ state: 'open' }), [0]);
      assert.equal((await positionsOf({}))[0], 0);
      assert.equal((await positionsOf({ state: 'resolved' })).length, 200);
    });

    test('403 forbidden for evaluators', async () => {
      const { parameters, evaluator } = await makeDisputed();
      const reply = await evaluator.client.reply.listEvaluationIssues({ parameters });
      expectProblem(reply, 'forbidden');
    });

    test('404 evaluation_not_found', async () => {
      const parameters = { evaluation_id: UNKNOWN_ID };
      const reply = await server().owner.reply.listEvaluationIssues({ parameters });
      expectProblem(reply, 'evaluation_not_found');
    });
  });

  describe('listScenarioTallies', () => {
    test('200 has votes, the winner, notes and flags of each scenario, page by page', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(3) });
      await fillOutputs(owner, made);
      const parameters = { evaluation_id: made.evaluation_id };
      const [first, second] = await owner.listEvaluationScenarios({ parameters });
      const [, winner] = made.variants;
      const vote = (scenario_id: string | undefined, body: { vote: string; note?: string }) =>
        owner.updateEvaluationScenario({
          parameters: {
            ...parameters,
            scenario_id: scenario_id ?? '',
            evaluation_type: 'human_a_b_testing',
          },
          body,
        });
      await vote(first?.id, { vote: winner?.id ?? '', note: 'clear' });
      await vote(second?.id, { vote: '1' });
      const query = { limit: 2 };
      const page = await owner.reply.listScenarioTallies({ parameters, query });
      const [one, two] = page.body;
      assert.deepEqual(one, {
        scenario_id: first?.id,
        position: 0,
        summary: 'question 0',
        judgements: 1,
        votes: made.variants.map(({ id }) => ({
          variant_id: id,
          count: id === winner?.id ? 1 : 0,
        })),
        ties: 0,
        both_bad: 0,
        winner_variant_id: winner?.id,
        notes: 1,
        flags: 0,
      });
      assert.deepEqual([two?.ties, two?.winner_variant_id, two?.notes], [1, null, 0]);
      const cursor = /cursor=([^&>]+)/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
      const rest = await owner.listScenarioTallies({ parameters, query: { ...query, cursor } });
      assert.deepEqual(
        rest.map(({ position, judgements }) => [position, judgements]),
        [[2, 0]],
      );
    });

    test('403 forbidden for evaluators, 404 evaluation_not_found', async () => {
      const { parameters, evaluator } = await makeDisputed();
      const refused = await evaluator.client.reply.listScenarioTallies({ parameters });
      expectProblem(refused, 'forbidden');
      const unknown = { parameters: { evaluation_id: UNKNOWN_ID } };
      const reply = await server().owner.reply.listScenarioTallies(unknown);
      expectProblem(reply, 'evaluation_not_found');
    });

    test('400 invalid_cursor', async () => {
      const { parameters } = await makeDisputed();
      const call = { parameters, query: { cursor: 'forged' } };
      expectProblem(await server().owner.reply.listScenarioTallies(call), 'invalid_cursor');
    });
  });

  describe('decideIssue', () => {
    test('204 records who decided, no longer counts the flag, and can be undone', async () => {
      const { owner } = server();
      const { parameters, assignmentId } = await makeDisputed();
      const flag = { parameters: { ...parameters, issue_id: `flag.${assignmentId}` } };
      const openFlags = async () =>
        (await owner.fetchEvaluationOverview({ parameters })).open_flags;
      const states = async (state: 'open' | 'resolved' | 'dismissed') => {
        const { issues } = await owner.listEvaluationIssues({ parameters, query: { state } });
        return issues.map(({ kind }) => kind);
      };
      assert.equal(await openFlags(), 1);
      const { status } = await owner.reply.decideIssue({ ...flag, body: { state: 'resolved' } });
      assert.equal(status, 204);
      assert.equal(await openFlags(), 0);
      assert.deepEqual(await states('resolved'), ['flag']);
      assert.deepEqual(await states('open'), ['note', 'disagreement']);
      const { issues: all } = await owner.listEvaluationIssues({ parameters });
      for (const { id, kind } of all) {
        if (kind === 'flag') continue;
        const issue = { parameters: { ...parameters, issue_id: id } };
        await owner.decideIssue({ ...issue, body: { state: 'resolved' } });
      }
      assert.deepEqual(await states('open'), []);
      assert.deepEqual(await states('resolved'), ['flag', 'note', 'disagreement']);
      await owner.decideIssue({ ...flag, body: { state: 'dismissed' } });
      const { issues } = await owner.listEvaluationIssues({
        parameters,
        query: { kind: 'flag' },
      });
      const [decided] = issues;
      assert.equal(decided?.state, 'dismissed');
      assert.equal(decided?.decided_by, (await owner.fetchProfile()).id);
      await owner.decideIssue({ ...flag, body: { state: 'open' } });
      assert.equal(await openFlags(), 1);
      assert.deepEqual(await states('dismissed'), []);
    });

    test('204 when the evaluation is closed', async () => {
      const { owner } = server();
      const { parameters, assignmentId } = await makeDisputed();
      await owner.closeHumanEvaluation({ parameters });
      const { status } = await owner.reply.decideIssue({
        parameters: { ...parameters, issue_id: `flag.${assignmentId}` },
        body: { state: 'resolved' },
      });
      assert.equal(status, 204);
    });

    test('404 evaluation_not_found', async () => {
      const parameters = { evaluation_id: UNKNOWN_ID, issue_id: `flag.${UNKNOWN_ID}` };
      const call = { parameters, body: { state: 'resolved' } } as const;
      expectProblem(await server().owner.reply.decideIssue(call), 'evaluation_not_found');
    });

    test('404 issue_not_found for an unknown kind or subject, or another evaluation’s', async () => {
      const { owner } = server();
      const { parameters, assignmentId } = await makeDisputed();
      const other = await makeDisputed();
      for (const issue_id of [
        'nonsense',
        `opinion.${assignmentId}`,
        `flag.${UNKNOWN_ID}`,
        `flag.${other.assignmentId}`,
        `flag.${assignmentId}.a.b`,
      ]) {
        const call = {
          parameters: { ...parameters, issue_id },
          body: { state: 'resolved' },
        } as const;
        expectProblem(await owner.reply.decideIssue(call), 'issue_not_found');
      }
    });

    test('403 forbidden for evaluators', async () => {
      const { parameters, evaluator, assignmentId } = await makeDisputed();
      const reply = await evaluator.client.reply.decideIssue({
        parameters: { ...parameters, issue_id: `flag.${assignmentId}` },
        body: { state: 'resolved' },
      });
      expectProblem(reply, 'forbidden');
    });
  });
});

async function sendNote(
  client: Client,
  { evaluation_id, evaluation_type, scenario_id }: MadeEvaluation & { scenario_id: string },
): Promise<void> {
  const parameters = { evaluation_id, evaluation_type, scenario_id };
  await client.updateEvaluationScenario({ parameters, body: { note: 'Look again.' } });
}
