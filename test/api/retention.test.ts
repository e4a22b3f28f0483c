import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeForeigner, makeMember } from '../support/builders.ts';
import { changeSettings } from '../support/change-settings.ts';
import { onEachEngine } from '../support/engines.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { enter, makeLink } from '../support/guests.ts';
import { judgeByFives } from '../support/judge-tasks.ts';
import { tokenIn, UNKNOWN_ID } from '../support/requests.ts';
import { takeTasks } from '../support/take-tasks.ts';

onEachEngine((server) => {
  describe('fetchRetention', () => {
    test('200 keeps everything for ever by default', async () => {
      const owner = await makeForeigner(server());
      const parameters = { workspace_id: owner.workspaceId };
      const retention = await owner.client.fetchRetention({ parameters });
      assert.deepEqual(retention, { audit_days: null, evaluation_days: null });
    });

    test('403 for members who do not administer the workspace', async () => {
      const { client, workspaceId } = await makeMember(server(), ['editor']);
      const parameters = { workspace_id: workspaceId };
      expectProblem(await client.reply.fetchRetention({ parameters }), 'forbidden');
    });

    test('404 for an unknown workspace', async () => {
      const parameters = { workspace_id: UNKNOWN_ID };
      const reply = await server().owner.reply.fetchRetention({ parameters });
      expectProblem(reply, 'workspace_not_found');
    });
  });

  describe('updateRetention', () => {
    test('200 sets both numbers, and the audit trail shows from what to what', async () => {
      const owner = await makeForeigner(server());
      const parameters = { workspace_id: owner.workspaceId };
      const body = { audit_days: 400, evaluation_days: 90 };
      assert.deepEqual(await owner.client.updateRetention({ parameters, body }), body);
      assert.deepEqual(await owner.client.fetchRetention({ parameters }), body);
      await owner.client.updateRetention({ parameters, body: { ...body, evaluation_days: null } });
      const [entry] = await owner.client.listAuditEntries({
        parameters,
        query: { operation: 'updateRetention' },
      });
      assert.deepEqual(entry?.detail, { evaluationDays: [90, null] });
    });

    test('422 for less than a day', async () => {
      const owner = await makeForeigner(server());
      const reply = await owner.client.reply.updateRetention({
        parameters: { workspace_id: owner.workspaceId },
        body: { audit_days: 0, evaluation_days: null },
      });
      expectInvalid(reply, { loc: ['body', 'audit_days'], type: 'greater_than_equal' });
    });

    test('403 for members who do not administer the workspace', async () => {
      const { client, workspaceId } = await makeMember(server(), ['editor']);
      const reply = await client.reply.updateRetention({
        parameters: { workspace_id: workspaceId },
        body: { audit_days: 1, evaluation_days: 1 },
      });
      expectProblem(reply, 'forbidden');
    });

    test('404 for an unknown workspace', async () => {
      const reply = await server().owner.reply.updateRetention({
        parameters: { workspace_id: UNKNOWN_ID },
        body: { audit_days: 1, evaluation_days: 1 },
      });
      expectProblem(reply, 'workspace_not_found');
    });
  });

  describe('deletePerson', () => {
    test('200 keeps judgements and results, without the name', async () => {
      const { owner } = server();
      const member = await makeMember(server(), ['evaluator']);
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(6) });
      await fillOutputs(owner, made);
      const link = await makeLink(owner, { evaluationId: made.evaluation_id });
      const guest = await enter(server(), link, 'Grace Guest');
      const parameters = { evaluation_id: made.evaluation_id };
      await changeSettings(owner, made, { judgements_per_task: 2 });
      for (const client of [member.browser, guest.browser]) {
        await judgeByFives(client, made, ({ slots }, index) => ({
          outcome: index % 3 === 0 ? 'tie' : (slots[0]?.slot_id ?? ''),
        }));
      }
      const before = await owner.fetchResults({ parameters, query: {} });
      const place = { workspace_id: member.workspaceId };
      for (const person_id of [member.userId, guest.id]) {
        await owner.deletePerson({ parameters: { ...place, person_id } });
      }
      const after = await owner.fetchResults({ parameters, query: {} });
      assert.deepEqual(withoutNames(after), withoutNames(before));
      assert.doesNotMatch(JSON.stringify(after), /Grace/);
      const judgements = await owner.listJudgements({ parameters, query: { limit: 200 } });
      assert.equal(judgements.length, 12);
      assert.deepEqual(
        new Set(judgements.map(({ annotator }) => annotator.name)),
        new Set(['Deleted person']),
      );
      const everything = JSON.stringify([
        judgements,
        await owner.exportHumanEvaluation({ parameters, query: { format: 'jsonl' } }),
        await owner.listAuditEntries({ parameters: place, query: { limit: 200 } }),
        await owner.fetchOrganization({ parameters: { org_id: member.organizationId } }),
      ]);
      assert.ok(!everything.includes(member.email), 'the e-mail is still shown');
      assert.ok(!everything.includes('Grace'), 'the name of the guest is still shown');
      assert.ok(everything.includes(member.userId), 'the id stays');
      for (const client of [member.client, member.browser, guest.browser]) {
        expectProblem(await client.reply.fetchProfile(), 'unauthenticated');
      }
    });

    test('200 frees the e-mail for a new account', async () => {
      const member = await makeMember(server(), ['viewer']);
      const { owner } = server();
      const { workspaceId: workspace_id, organizationId: org_id, email } = member;
      await owner.deletePerson({ parameters: { workspace_id, person_id: member.userId } });
      const [invitation] = await owner.inviteToWorkspace({
        parameters: { org_id, workspace_id },
        body: [{ email, roles: ['viewer'] }],
      });
      const token = tokenIn(invitation?.invite_url);
      const joined = await server()
        .client()
        .exchangeInvitation({ body: { token, username: 'again', password: 'a long passphrase' } });
      assert.notEqual(joined.profile.id, member.userId);
    });

    test('403 for a person who is also in a workspace of another organization', async () => {
      const { owner } = server();
      const member = await makeMember(server(), ['viewer']);
      await member.browser.createOrganization({ body: { name: 'Their own' } });
      const reply = await owner.reply.deletePerson({
        parameters: { workspace_id: member.workspaceId, person_id: member.userId },
      });
      expectProblem(reply, 'forbidden');
      assert.equal((await member.client.fetchProfile()).id, member.userId);
    });

    test('403 without the permission, 404 for unknown people, 409 for the last owner', async () => {
      const admin = await makeMember(server(), ['workspace_admin']);
      const viewer = await makeMember(server(), ['viewer']);
      const workspace_id = admin.workspaceId;
      const erase = (client: typeof admin.client, person_id: string) =>
        client.reply.deletePerson({ parameters: { workspace_id, person_id } });
      expectProblem(await erase(viewer.client, admin.userId), 'forbidden');
      expectProblem(await erase(admin.client, UNKNOWN_ID), 'user_not_found');
      const foreigner = await makeForeigner(server());
      expectProblem(await erase(admin.client, foreigner.userId), 'user_not_found');
      const parameters = { workspace_id: foreigner.workspaceId, person_id: foreigner.userId };
      expectProblem(await foreigner.client.reply.deletePerson({ parameters }), 'last_owner');
      const elsewhere = { workspace_id: UNKNOWN_ID, person_id: viewer.userId };
      const unknown = await admin.client.reply.deletePerson({ parameters: elsewhere });
      expectProblem(unknown, 'workspace_not_found');
    });
  });

  describe('deletePerson by two owners at once, each for the other', () => {
    test('spares one of them', async () => {
      for (let round = 0; round < 5; round += 1) {
        const [one, other] = [
          await makeMember(server(), ['owner']),
          await makeMember(server(), ['owner']),
        ];
        const erase = ({ client, workspaceId }: typeof one, { userId: person_id }: typeof one) =>
          client.reply.deletePerson({ parameters: { workspace_id: workspaceId, person_id } });
        const replies = await Promise.all([erase(one, other), erase(other, one)]);
        const statuses = replies.map(({ status }) => status);
        assert.equal(statuses.filter((status) => status === 200).length, 1, statuses.join(' '));
      }
    });
  });

  describe('an archived evaluation', () => {
    test('is read only until it leaves the archive, and still exported', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(3) });
      await fillOutputs(owner, made);
      const [task] = await takeTasks(owner, made);
      const [second] = await takeTasks(owner, made, 2).then((tasks) => tasks.slice(1));
      const parameters = { evaluation_id: made.evaluation_id };
      const judge = (id = '') =>
        owner.reply.submitJudgement({
          parameters: { assignment_id: id },
          body: { outcome: 'tie' },
        });
      assert.equal((await judge(task?.id)).status, 200);
      await changeSettings(owner, made, { archived: true });
      const refused = [
        await judge(task?.id).then((reply) => (reply.status === 200 ? undefined : reply)),
        await owner.reply.takeAssignments({ parameters }),
        await owner.reply.createAnnotatorInvitation({ parameters }),
        await owner.reply.closeHumanEvaluation({ parameters }),
        await owner.reply.excludeAnnotator({
          parameters: { ...parameters, annotator_id: UNKNOWN_ID },
          body: { reason: 'none' },
        }),
        await owner.reply.updateEvaluationSettings({ parameters, body: { name: 'Other' } }),
        // Refused before the revision is searched.
        await owner.reply.extendHumanEvaluation({ parameters, body: { testset_revision: 99 } }),
      ].filter((reply) => reply !== undefined);
      for (const reply of refused) {
        assert.match(expectProblem(reply, 'evaluation_closed').detail, /out of the archive/);
      }
      assert.equal(refused.length, 6, 'the same judgement again changes nothing');
      const text = await owner.exportHumanEvaluation({ parameters, query: { format: 'jsonl' } });
      assert.equal(text.trim().split('\n').length, 1);
      // The lease on the second task has ended; the judgement stays.
      const gone = await owner.reply.fetchAssignment({
        parameters: { assignment_id: second?.id ?? '' },
      });
      expectProblem(gone, 'assignment_not_found');
      await changeSettings(owner, made, { archived: false });
      const [next] = await takeTasks(owner, made);
      assert.equal((await judge(next?.id)).status, 200);
    });
  });
});

/** Results without the names of people. */
function withoutNames(results: unknown): unknown {
  return JSON.parse(
    JSON.stringify(results, (key, value: unknown) => (key === 'name' ? undefined : value)),
  );
}
