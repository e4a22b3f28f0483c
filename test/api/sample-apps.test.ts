import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeApp, makeForeigner, makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { expectProblem } from '../support/expect.ts';
import { takeTasks } from '../support/take-tasks.ts';

onEachEngine((server) => {
  describe('createSampleApp', () => {
    test('201 creates three evaluations that two annotators judged, and an open one', async () => {
      const { owner } = server();
      const { app_name } = await makeApp(owner, { app_name: 'Demo: support replies' });
      const before = await owner.listApps({ query: {} });
      const { status, body } = await owner.reply.createSampleApp();
      assert.equal(status, 201, JSON.stringify(body));
      assert.ok(body.app_name.startsWith(`${app_name} `), body.app_name);
      const { app_id } = body;
      const { workspace_id } = await owner.fetchApp({ parameters: { app_id } });
      const trail = await owner.listAuditEntries({
        parameters: { workspace_id },
        query: { object_id: app_id },
      });
      assert.deepEqual(
        trail.map(({ operation }) => operation),
        ['createSampleApp'],
      );
      const variants = await owner.listAppVariants({ parameters: { app_id } });
      assert.deepEqual(variants.map(({ variant_name }) => variant_name).sort(), [
        'support.baseline',
        'support.caring',
        'support.concise',
      ]);
      const [testset] = await owner.listTestsets({ query: { app_id } });
      assert.equal(testset?.row_count, 60);
      const expected = [120, 240, 240];
      const words: string[] = [];
      const [open = '', ...judged] = body.evaluation_ids.toReversed();
      for (const [index, evaluation_id] of judged.toReversed().entries()) {
        const parameters = { evaluation_id };
        const { statistics, progress } = await owner.fetchResults({ parameters, query: {} });
        assert.equal(progress?.judgements, expected[index]);
        const text = JSON.stringify(statistics);
        assert.ok('verdict' in statistics, text);
        words.push(statistics.verdict.word);
        assert.doesNotMatch(text, /too_fast/, 'an annotator was too fast');
        const judgements = await owner.listJudgements({ parameters, query: { limit: 200 } });
        for (const { judged_at, time_taken_ms } of judgements) {
          assert.ok(Date.parse(judged_at) <= Date.now());
          assert.ok((time_taken_ms ?? 0) > 1000);
        }
        assert.equal((await takeTasks(owner, { evaluation_id })).length, 0);
      }
      assert.equal((await takeTasks(owner, { evaluation_id: open })).length, 1);
      assert.deepEqual([words[0], words[2]], ['better', 'better']);
      const after = await owner.listApps({ query: {} });
      assert.deepEqual(
        after.filter((one) => one.app_id !== app_id),
        before,
      );
      await owner.deleteApp({ parameters: { app_id } });
      assert.deepEqual(await owner.listApps({ query: {} }), before);
    });

    test('403 for members who may not create apps, 404 in a foreign workspace', async () => {
      const { client } = await makeMember(server(), ['evaluator']);
      expectProblem(await client.reply.createSampleApp(), 'forbidden');
      const foreigner = await makeForeigner(server());
      const body = { workspace_id: foreigner.workspaceId };
      expectProblem(await server().owner.reply.createSampleApp({ body }), 'workspace_not_found');
    });
  });
});
