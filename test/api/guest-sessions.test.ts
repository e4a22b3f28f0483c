import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createClient } from '../../src/client/client.ts';
import { makeForeigner, makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { expectProblem } from '../support/expect.ts';
import { enter, type MadeGuest, makeLink } from '../support/guests.ts';
import { cookieIn } from '../support/requests.ts';

onEachEngine((server) => {
  /** A page of a browser that has these cookies and acts for one person. */
  const page = (cookies: readonly string[], profileId?: string) =>
    createClient({
      baseUrl: server().url,
      headers: {
        cookie: cookies.join('; '),
        'sec-fetch-site': 'same-origin',
        ...(profileId === undefined ? {} : { 'x-profile-id': profileId }),
      },
    });
  const prepare = async () => {
    const made = await makeHumanEvaluation(server().owner, { rows: numberedRows(4) });
    await fillOutputs(server().owner, made);
    return makeLink(server().owner, { evaluationId: made.evaluation_id });
  };
  const judgeOne = async (client: ReturnType<typeof page>, evaluationId: string) => {
    const parameters = { evaluation_id: evaluationId };
    const { assignments } = await client.takeAssignments({ parameters });
    const [assignment] = assignments;
    assert.ok(assignment !== undefined);
    await client.submitJudgement({
      parameters: { assignment_id: assignment.id },
      body: { outcome: 'tie' },
    });
    return assignment.id;
  };
  const authors = async ({ evaluationId }: Pick<MadeGuest, 'evaluationId'>) => {
    const parameters = { evaluation_id: evaluationId };
    const judgements = await server().owner.listJudgements({ parameters });
    return judgements.map(({ annotator }) => annotator.id);
  };

  describe('a browser with several guest sessions', () => {
    test('has one cookie for each, named after the evaluation and the guest', async () => {
      const guest = await enter(server(), await prepare());
      const [name] = guest.cookie.split('=');
      assert.equal(name, `jurybox_guest_${guest.evaluationId}_${guest.id}`);
    });

    test('names the workspace in its token, and is refused with another', async () => {
      const guest = await enter(server(), await prepare());
      const { workspaceId } = await makeForeigner(server());
      assert.match(guest.cookie, /=w[0-9a-f]{32}\.[\w-]{43}$/);
      await page([guest.cookie]).fetchProfile();
      const named = `=w${workspaceId.replaceAll('-', '')}.`;
      for (const changed of [named, '=']) {
        const cookie = guest.cookie.replace(/=w[0-9a-f]{32}\./, changed);
        expectProblem(await page([cookie]).reply.fetchProfile(), 'unauthenticated');
        const parameters = { evaluation_id: guest.evaluationId };
        expectProblem(await page([cookie]).reply.fetchBrief({ parameters }), 'unauthenticated');
      }
    });

    test('judges each evaluation as the guest of that evaluation', async () => {
      const first = await enter(server(), await prepare(), 'First');
      const second = await enter(server(), await prepare(), 'Second');
      const cookies = [first.cookie, second.cookie];
      for (const guest of [first, second]) {
        const parameters = { evaluation_id: guest.evaluationId };
        assert.equal((await page(cookies).fetchBrief({ parameters })).annotator_id, guest.id);
        await judgeOne(page(cookies, guest.id), guest.evaluationId);
        assert.deepEqual(await authors(guest), [guest.id]);
        assert.equal((await page(cookies, guest.id).fetchProfile()).username, guest.name);
      }
    });

    test('ends only the session that it logs out of', async () => {
      const first = await enter(server(), await prepare());
      const second = await enter(server(), await prepare());
      const cookies = [first.cookie, second.cookie];
      const reply = await page(cookies, first.id).reply.logOut();
      assert.equal(reply.status, 204);
      assert.equal(cookieIn(reply.headers), `${first.cookie.split('=')[0]}=`);
      expectProblem(await page(cookies, first.id).reply.fetchProfile(), 'unauthenticated');
      assert.equal((await page(cookies, second.id).fetchProfile()).id, second.id);
    });
  });

  describe('the session of a member beside that of a guest', () => {
    test('serves every request that names no person', async () => {
      const member = await makeMember(server(), ['evaluator']);
      const guest = await enter(server(), await prepare());
      const cookies = [member.cookie, guest.cookie];
      assert.equal((await page(cookies).fetchProfile()).id, member.userId);
      await page(cookies).listApps();
      const parameters = { evaluation_id: guest.evaluationId };
      assert.equal((await page(cookies).fetchBrief({ parameters })).annotator_id, member.userId);
      assert.equal((await page(cookies).reply.logOut()).status, 204);
      assert.equal((await page([guest.cookie]).fetchProfile()).id, guest.id);
    });

    test('judges as the person that the request names', async () => {
      const member = await makeMember(server(), ['evaluator']);
      const guest = await enter(server(), await prepare());
      const cookies = [member.cookie, guest.cookie];
      await judgeOne(page(cookies, guest.id), guest.evaluationId);
      await judgeOne(page(cookies, member.userId), guest.evaluationId);
      assert.deepEqual(await authors(guest), [guest.id, member.userId]);
    });
  });

  describe('a request that names a person', () => {
    test('401 for anyone else, and nothing is written or handed out', async () => {
      const one = await makeMember(server(), ['evaluator']);
      const other = await makeMember(server(), ['evaluator']);
      const guest = await enter(server(), await prepare());
      const parameters = { evaluation_id: guest.evaluationId };
      const assignmentId = await judgeOne(page([one.cookie], one.userId), guest.evaluationId);
      for (const cookies of [[other.cookie], [guest.cookie], [other.cookie, guest.cookie]]) {
        const { reply } = page(cookies, one.userId);
        expectProblem(await reply.takeAssignments({ parameters }), 'unauthenticated');
        expectProblem(await reply.fetchBrief({ parameters }), 'unauthenticated');
        expectProblem(await reply.fetchProfile(), 'unauthenticated');
        expectProblem(await reply.listApps(), 'unauthenticated');
        expectProblem(
          await reply.submitJudgement({
            parameters: { assignment_id: assignmentId },
            body: { outcome: 'both_bad' },
          }),
          'unauthenticated',
        );
      }
      assert.equal((await page([guest.cookie]).listAssignments({ parameters })).length, 0);
      const [judgement] = await server().owner.listJudgements({ parameters });
      assert.deepEqual([judgement?.outcome, judgement?.version], ['tie', 1]);
    });

    test('401 for a person who does not exist', async () => {
      const { cookie } = await makeMember(server(), ['evaluator']);
      for (const name of ['nobody', '', 'x'.repeat(300)]) {
        expectProblem(await page([cookie], name).reply.fetchProfile(), 'unauthenticated');
      }
    });
  });

  describe('exchangeInvitation', () => {
    test('200 readmits the browser that used the link, as the same guest', async () => {
      const link = await prepare();
      const guest = await enter(server(), link, 'First');
      const other = await enter(server(), await prepare());
      const member = await makeMember(server(), ['evaluator']);
      const reply = await page([
        member.cookie,
        guest.cookie,
        other.cookie,
      ]).reply.exchangeInvitation({ body: { token: link.token, username: 'Again' } });
      assert.equal(reply.status, 200);
      assert.equal(reply.body.evaluation_id, link.evaluationId);
      assert.deepEqual([reply.body.profile.id, reply.body.profile.username], [guest.id, 'First']);
      assert.equal(reply.headers.get('set-cookie'), null);
      const [listed] = await server().owner.listAnnotatorInvitations({
        parameters: { evaluation_id: link.evaluationId },
      });
      assert.equal(listed?.used, 1);
    });

    test('400 for that browser too, once the link is revoked', async () => {
      const link = await prepare();
      const guest = await enter(server(), link);
      await server().owner.revokeAnnotatorInvitation({
        parameters: { evaluation_id: link.evaluationId, invitation_id: link.id },
      });
      const reply = await page([guest.cookie]).reply.exchangeInvitation({
        body: { token: link.token, username: 'Again' },
      });
      expectProblem(reply, 'invitation_invalid');
    });

    test('400 for a browser that entered by another link', async () => {
      const link = await prepare();
      await enter(server(), link);
      const other = await enter(server(), await prepare());
      const reply = await page([other.cookie]).reply.exchangeInvitation({
        body: { token: link.token, username: 'Again' },
      });
      expectProblem(reply, 'invitation_invalid');
    });
  });
});
