import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import type { ApiReply, Client } from '../../src/client/client.ts';
import { makeForeigner, makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { makeHumanEvaluation } from '../support/evaluations.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { enter, makeLink } from '../support/guests.ts';
import { DAY_MS, tokenIn, wrong } from '../support/requests.ts';
import { ID, TIMESTAMP, unknownIds } from '../support/unknown-ids.ts';

onEachEngine((server) => {
  const close = (evaluation_id: string) =>
    server().owner.closeHumanEvaluation({ parameters: { evaluation_id } });
  const list = (evaluation_id: string) =>
    server().owner.listAnnotatorInvitations({ parameters: { evaluation_id } });

  describe('createAnnotatorInvitation', () => {
    test('201 shows a link for one guest and 14 days, only once', async () => {
      const { evaluation_id } = await makeHumanEvaluation(server().owner);
      const startedAt = Date.now();
      const reply = await server().owner.reply.createAnnotatorInvitation({
        parameters: { evaluation_id },
      });
      assert.equal(reply.status, 201);
      const { url, ...invitation } = reply.body;
      assert.match(invitation.id, ID);
      assert.match(invitation.created_at, TIMESTAMP);
      assert.deepEqual(invitation, {
        id: invitation.id,
        created_by: (await server().owner.fetchProfile()).id,
        created_at: invitation.created_at,
        expires_at: invitation.expires_at,
        revoked_at: null,
        max_uses: 1,
        used: 0,
      });
      assert.equal(
        Date.parse(invitation.expires_at) - Date.parse(invitation.created_at),
        14 * DAY_MS,
      );
      assert.ok(Date.parse(invitation.created_at) >= startedAt);
      const { origin, pathname, search, hash } = new URL(url);
      assert.equal(`${origin}${pathname}${search}`, `${server().url}/judge/${evaluation_id}`);
      assert.match(hash, /^#token=[\w-]{43}$/);
      const listed = JSON.stringify(await list(evaluation_id));
      assert.ok(!listed.includes(tokenIn(url)));
    });

    test('201 with the requested days and uses', async () => {
      const { evaluationId } = await makeLink(server().owner, { expires_in_days: 90, max_uses: 7 });
      const [invitation] = await list(evaluationId);
      assert.equal(invitation?.max_uses, 7);
      const lifeMs =
        Date.parse(invitation?.expires_at ?? '') - Date.parse(invitation?.created_at ?? '');
      assert.equal(lifeMs, 90 * DAY_MS);
    });

    test('201 for an evaluator in their own evaluation', async () => {
      const evaluator = await makeMember(server(), ['evaluator']);
      const editor = await makeMember(server(), ['editor']);
      const { evaluation_id: evaluationId } = await makeHumanEvaluation(editor.client, {
        settings: { blind: false },
      });
      const refused = await evaluator.client.reply.createAnnotatorInvitation({
        parameters: { evaluation_id: evaluationId },
      });
      assert.equal(expectProblem(refused, 'forbidden')['permission'], 'edit_evaluation');
      const { app_id, variant_ids, testset_id } = await editor.client.fetchHumanEvaluation({
        parameters: { evaluation_id: evaluationId },
      });
      const own = await evaluator.client.createHumanEvaluation({
        body: {
          app_id,
          variant_ids,
          testset_id,
          evaluation_type: 'human_a_b_testing',
          inputs: [],
          status: 'EVALUATION_INITIALIZED',
        },
      });
      await makeLink(evaluator.client, { evaluationId: own.id });
    });

    test('201 again, with the same link, for the same idempotency key', async () => {
      const { evaluation_id } = await makeHumanEvaluation(server().owner);
      const call = {
        parameters: { evaluation_id },
        idempotencyKey: randomUUID(),
      };
      const first = await server().owner.createAnnotatorInvitation(call);
      assert.deepEqual(await server().owner.createAnnotatorInvitation(call), first);
      assert.equal((await list(evaluation_id)).length, 1);
    });

    test('403 for members who may not edit the evaluation', async () => {
      const { evaluation_id } = await makeHumanEvaluation(server().owner);
      for (const role of ['evaluator', 'viewer', 'deployment_manager'] as const) {
        const { client } = await makeMember(server(), [role]);
        const reply = await client.reply.createAnnotatorInvitation({
          parameters: { evaluation_id },
        });
        assert.equal(expectProblem(reply, 'forbidden')['permission'], 'edit_evaluation');
      }
    });

    test('404 for an evaluation that is unknown, foreign or deleted', async () => {
      await refusesUnknownEvaluations((client, evaluation_id) =>
        client.reply.createAnnotatorInvitation({ parameters: { evaluation_id } }),
      );
      const { evaluation_id } = await makeHumanEvaluation(server().owner);
      await server().owner.deleteHumanEvaluations({ body: { evaluations_ids: [evaluation_id] } });
      const reply = await server().owner.reply.createAnnotatorInvitation({
        parameters: { evaluation_id },
      });
      expectProblem(reply, 'evaluation_not_found');
    });

    test('409 in a closed evaluation, until it is reopened', async () => {
      const { evaluation_id } = await makeHumanEvaluation(server().owner);
      await close(evaluation_id);
      const create = () =>
        server().owner.reply.createAnnotatorInvitation({ parameters: { evaluation_id } });
      expectProblem(await create(), 'evaluation_closed');
      await server().owner.reopenHumanEvaluation({ parameters: { evaluation_id } });
      assert.equal((await create()).status, 201);
    });

    test('422 for zero, too many or fractional days and uses', async () => {
      const { evaluation_id } = await makeHumanEvaluation(server().owner);
      const send = (body: unknown) =>
        server().owner.reply.createAnnotatorInvitation({
          parameters: { evaluation_id },
          body: wrong(body),
        });
      expectInvalid(
        await send({ expires_in_days: 0, max_uses: 0 }),
        { loc: ['body', 'expires_in_days'], type: 'greater_than_equal' },
        { loc: ['body', 'max_uses'], type: 'greater_than_equal' },
      );
      expectInvalid(
        await send({ expires_in_days: 91, max_uses: 1001 }),
        { loc: ['body', 'expires_in_days'], type: 'less_than_equal' },
        { loc: ['body', 'max_uses'], type: 'less_than_equal' },
      );
      expectInvalid(
        await send({ expires_in_days: 1.5, max_uses: '2' }),
        { loc: ['body', 'expires_in_days'], type: 'int_from_float' },
        { loc: ['body', 'max_uses'], type: 'int_type' },
      );
      assert.deepEqual(await list(evaluation_id), []);
    });
  });

  describe('listAnnotatorInvitations', () => {
    test('200 lists the links of this evaluation, oldest first, with their uses', async () => {
      const { evaluation_id: evaluationId } = await makeHumanEvaluation(server().owner);
      assert.deepEqual(await list(evaluationId), []);
      const first = await makeLink(server().owner, { evaluationId, max_uses: 3 });
      const second = await makeLink(server().owner, { evaluationId });
      await makeLink(server().owner);
      await enter(server(), first);
      await enter(server(), first);
      const listed = await list(evaluationId);
      assert.deepEqual(
        listed.map(({ id, used, max_uses }) => [id, used, max_uses]),
        [
          [first.id, 2, 3],
          [second.id, 0, 1],
        ],
      );
    });

    test('200 also lists revoked and expired links', async (t) => {
      const { evaluation_id: evaluationId } = await makeHumanEvaluation(server().owner);
      const revoked = await makeLink(server().owner, { evaluationId, expires_in_days: 1 });
      await revoke(server().owner, revoked);
      await close(evaluationId);
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 2 * DAY_MS });
      const [listed] = await list(evaluationId);
      assert.equal(listed?.id, revoked.id);
      assert.match(listed?.revoked_at ?? '', TIMESTAMP);
    });

    test('403 for members who may not edit the evaluation', async () => {
      const { evaluationId } = await makeLink(server().owner);
      const { client } = await makeMember(server(), ['evaluator']);
      const reply = await client.reply.listAnnotatorInvitations({
        parameters: { evaluation_id: evaluationId },
      });
      assert.equal(expectProblem(reply, 'forbidden')['permission'], 'edit_evaluation');
    });

    test('404 for an evaluation that is unknown or foreign', async () => {
      const reply = await refusesUnknownEvaluations((client, evaluation_id) =>
        client.reply.listAnnotatorInvitations({ parameters: { evaluation_id } }),
      );
      expectProblem(reply, 'evaluation_not_found');
    });
  });

  describe('revokeAnnotatorInvitation', () => {
    test('204 ends the link and the sessions entered by it, and no others', async () => {
      const link = await makeLink(server().owner, { max_uses: 5 });
      const other = await makeLink(server().owner, { evaluationId: link.evaluationId });
      const guests = [await enter(server(), link), await enter(server(), link)];
      const remaining = await enter(server(), other);
      const reply = await revoke(server().owner, link);
      assert.deepEqual([reply.status, reply.body], [204, null]);
      for (const { browser } of guests) {
        expectProblem(await browser.reply.fetchProfile(), 'unauthenticated');
      }
      const late = await server()
        .client()
        .reply.exchangeInvitation({ body: { token: link.token, username: 'Late' } });
      expectProblem(late, 'invitation_invalid');
      await remaining.browser.fetchProfile();
    });

    test('204 again, and keeps the time of the first revocation', async (t) => {
      const link = await makeLink(server().owner);
      await revoke(server().owner, link);
      const [first] = await list(link.evaluationId);
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + DAY_MS });
      assert.equal((await revoke(server().owner, link)).status, 204);
      assert.deepEqual(await list(link.evaluationId), [first]);
    });

    test('204 in a closed evaluation', async () => {
      const link = await makeLink(server().owner);
      const { browser } = await enter(server(), link);
      await close(link.evaluationId);
      assert.equal((await revoke(server().owner, link)).status, 204);
      expectProblem(await browser.reply.fetchProfile(), 'unauthenticated');
    });

    test('204 for a link that is unknown or of another evaluation, which still works', async () => {
      const link = await makeLink(server().owner);
      const { evaluation_id: evaluationId } = await makeHumanEvaluation(server().owner);
      for (const id of [link.id, ...unknownIds()]) {
        const reply = await revoke(server().owner, { id, evaluationId });
        assert.equal(reply.status, 204, id);
      }
      await enter(server(), link);
    });

    test('403 for members who may not edit the evaluation, and the link still works', async () => {
      const link = await makeLink(server().owner);
      const { client } = await makeMember(server(), ['evaluator']);
      const reply = await revoke(client, link);
      assert.equal(expectProblem(reply, 'forbidden')['permission'], 'edit_evaluation');
      await enter(server(), link);
    });

    test('404 for an evaluation that is unknown or foreign', async () => {
      const link = await makeLink(server().owner);
      const reply = await refusesUnknownEvaluations((client, evaluationId) =>
        revoke(client, { id: link.id, evaluationId }),
      );
      expectProblem(reply, 'evaluation_not_found');
      await enter(server(), link);
    });
  });

  /** Returns the last answer; all are alike. */
  async function refusesUnknownEvaluations(
    call: (client: Client, evaluationId: string) => Promise<ApiReply<unknown>>,
  ): Promise<ApiReply<unknown>> {
    const stranger = await makeForeigner(server());
    const { evaluation_id: foreign } = await makeHumanEvaluation(server().owner);
    for (const id of unknownIds()) {
      expectProblem(await call(stranger.client, id), 'evaluation_not_found');
    }
    const reply = await call(stranger.client, foreign);
    expectProblem(reply, 'evaluation_not_found');
    return reply;
  }
});

function revoke(client: Client, link: { id: string; evaluationId: string }) {
  return client.reply.revokeAnnotatorInvitation({
    parameters: { evaluation_id: link.evaluationId, invitation_id: link.id },
  });
}
