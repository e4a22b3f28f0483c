import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeApp, makeForeigner, unique } from '../support/builders.ts';
import { rounds } from '../support/effort.ts';
import { onEachEngine } from '../support/engines.ts';
import { figure } from '../support/figure.ts';
import { type PagedList, walk } from '../support/pages.ts';
import type { TestServer } from '../support/running-server.ts';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';

const LISTS = rounds({ short: 1, long: 50 });
const WALKS_OF_A_LIST = 20;
const WALKERS = 4;
const STEADY = 30;

onEachEngine((server) => {
  describe('G12: a list that is walked while others add, rename and delete', () => {
    test('shows every item that existed throughout, once', async () => {
      const random = seededRandom('walks among writers');
      for (let list = 0; list < LISTS; list += 1) await walkNewList(server(), random);
      figure('G12', `${LISTS * WALKS_OF_A_LIST} walks among writers, nothing missed or repeated`);
    });
  });
});

async function walkNewList(server: TestServer, random: SeededRandom): Promise<void> {
  const { client, key } = await makeForeigner(server);
  const steady: string[] = [];
  // New apps come last in the list; these lie between the steady ones.
  const temporary: string[] = [];
  while (steady.length < STEADY) {
    steady.push((await makeApp(client)).app_id);
    temporary.push((await makeApp(client)).app_id);
  }
  const list: PagedList = { server, key, path: '/api/apps', itemsIn: appsIn };
  const write = async () => {
    const body = { app_name: unique('a') };
    await client.renameApp({ parameters: { app_id: random.pick(steady) }, body });
    const [app_id = ''] = temporary.splice(random.between(0, temporary.length - 1), 1);
    await client.deleteApp({ parameters: { app_id } });
    temporary.push((await makeApp(client)).app_id);
  };
  const walkAll = async () => {
    for (let count = 0; count < WALKS_OF_A_LIST / WALKERS; count += 1) {
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
}

function appsIn(body: unknown): readonly string[] {
  assert.ok(Array.isArray(body));
  return body.map((app) => String(Reflect.get(Object(app), 'app_id')));
}
