import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeApp, makeBase, makeForeigner, makeVariant } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { expectProblem } from '../support/expect.ts';
import { TIMESTAMP, unknownIds } from '../support/unknown-ids.ts';

function withoutTimes<Item extends { created_at: string; updated_at: string }>(item: Item) {
  const { created_at: _made, updated_at: _changed, ...variant } = item;
  return variant;
}

onEachEngine((server) => {
  describe('listAppVariants', () => {
    test('200 lists the variants of all bases, oldest first, each as fetched', async () => {
      const { owner } = server();
      const app = await makeApp(owner);
      const first = await makeBase(owner, { app_id: app.app_id });
      const second = await makeBase(owner, { app_id: app.app_id });
      const third = await makeVariant(owner, { base_id: first.base_id });
      const variants = await owner.listAppVariants({ parameters: app });
      assert.deepEqual(variants.map(withoutTimes), [first.variant, second.variant, third]);
    });

    test('200 shows when each was created and when its parameters last changed', async () => {
      const { owner } = server();
      const { variant } = await makeBase(owner);
      const { app_id, variant_id } = variant;
      const listed = async () => {
        const [item] = await owner.listAppVariants({ parameters: { app_id } });
        return { created: item?.created_at ?? '', updated: item?.updated_at ?? '' };
      };
      const made = await listed();
      assert.match(made.created, TIMESTAMP);
      assert.equal(made.updated, made.created);
      const one = { parameters: { variant_id } };
      await owner.updateVariantParameters({ ...one, body: { parameters: { changed: true } } });
      const [revision] = await owner.listVariantRevisions(one);
      assert.deepEqual(await listed(), { created: made.created, updated: revision?.created_at });
      assert.equal(Object.keys(await owner.fetchVariant(one)).length, 14);
    });

    test('200 [] for an app without variants', async () => {
      const app = await makeApp(server().owner);
      assert.deepEqual(await server().owner.listAppVariants({ parameters: app }), []);
    });

    test('404 for an app that the caller cannot see', async () => {
      const foreign = await makeApp((await makeForeigner(server())).client);
      for (const app_id of [...unknownIds(), foreign.app_id]) {
        const reply = await server().owner.reply.listAppVariants({ parameters: { app_id } });
        expectProblem(reply, 'app_not_found');
      }
    });

    test('400 for a forged cursor', async () => {
      const app = await makeApp(server().owner);
      const reply = await server().owner.reply.listAppVariants({
        parameters: app,
        query: { cursor: 'forged' },
      });
      expectProblem(reply, 'invalid_cursor');
    });
  });
});
