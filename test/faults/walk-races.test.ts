import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeApp, makeForeigner, unique } from '../support/builders.ts';
import { rounds } from '../support/effort.ts';
import { onEachEngine } from '../support/engines.ts';
import { figure } from '../support/figure.ts';
import { type PagedList, walk } from '../support/pages.ts';
import { seededRandom } from '../support/seeded-random.ts';

const WALKS = rounds({ short: 20, long: 1_000 });
const WALKERS = 4;
const STEADY = 30;

onEachEngine((server) => {
  describe('G12: a list that is walked while others add, rename and delete', () => {
    test('shows every item that existed throughout, once', async () => {
      const random = seededRandom('walks among writers');
      const { client, key } = await makeForeigner(server());
      const steady: string[] = [];
      while (steady.length < STEADY) {
        steady.push((await makeApp(client)).app_id);
        // Other apps lie between the steady ones.
        await makeApp(client);
      }
      const list: PagedList = { server: server(), key, path: '/api/apps', itemsIn: appsIn };
      const temporary: string[] = [];
      const write = async () => {
        const app_id = steady[random.between(0, steady.length - 1)] ?? '';
        await client.renameApp({ parameters: { app_id }, body: { app_name: unique('a') } });
        temporary.push((await makeApp(client)).app_id);
        const oldest = temporary.length > 5 ? temporary.shift() : undefined;
        if (oldest !== undefined) await client.deleteApp({ parameters: { app_id: oldest } });
      };
      const walkAll = async () => {
        for (let count = 0; count < WALKS / WALKERS; count += 1) {
          // Each walker writes while a page is read: pages are larger than what is added meanwhile.
          const writes: Promise<void>[] = [];
          const limit = random.between(WALKERS + 1, WALKERS + 5);
          const pages = await walk(list, limit, async () => {
            writes.push(write());
          });
          await Promise.all(writes);
          const seen = pages.flat();
          assert.equal(new Set(seen).size, seen.length, 'an app is listed twice');
          assert.deepEqual(
            steady.filter((id) => !seen.includes(id)),
            [],
          );
        }
      };
      await Promise.all(Array.from({ length: WALKERS }, walkAll));
      figure('G12', `${WALKS} walks among writers, nothing missed or repeated`);
    });
  });
});

function appsIn(body: unknown): readonly string[] {
  assert.ok(Array.isArray(body));
  return body.map((app) => String(Reflect.get(Object(app), 'app_id')));
}
