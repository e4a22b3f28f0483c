import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { makeApp, makeBase, unique } from '../support/builders.ts';
import { createMigratedDatabase } from '../support/databases.ts';
import { rounds } from '../support/effort.ts';
import { figure } from '../support/figure.ts';
import { ParkedConnection, type RawAnswer, releaseTogether } from '../support/race-barrier.ts';
import { OWNER_KEY } from '../support/reachable.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const ROUNDS = rounds({ short: 50, long: 200 });
const ROUNDS_OF_OTHERS = rounds({ short: 5, long: 20 });
const RACERS = 16;

describe('G6: sixteen simultaneous creations of one name on two servers', () => {
  let servers: ServerProcess[] = [];
  let connections: ParkedConnection[] = [];
  let database: pg.Client;

  before(async () => {
    const databaseUrl = await createMigratedDatabase();
    servers = [
      await startServerProcess({ databaseUrl }),
      await startServerProcess({ databaseUrl }),
    ];
    connections = await Promise.all(
      Array.from({ length: RACERS }, (_, index) =>
        ParkedConnection.open(servers[index % servers.length]?.url ?? ''),
      ),
    );
    database = new pg.Client(databaseUrl);
    await database.connect();
  });
  after(async () => {
    for (const connection of connections) connection.close();
    await database.end();
    await Promise.all(servers.map((server) => server.kill()));
  });

  const race = (path: string, bodyFor: (index: number) => unknown) =>
    releaseTogether(connections, (index) => ({
      method: 'POST',
      path,
      apiKey: OWNER_KEY,
      body: bodyFor(index),
    }));

  const count = async (sql: string, name: string): Promise<unknown> => {
    const { rows } = await database.query(sql, [name]);
    return rows[0];
  };

  const owner = () => {
    const [server] = servers;
    if (server === undefined) throw new Error('The servers run only while tests run.');
    return server.owner;
  };

  test('make one variant with one revision, every time', async () => {
    const { base_id } = await makeBase(owner());
    for (let round = 1; round <= ROUNDS; round += 1) {
      const name = unique('raced');
      // Every other round contests the config name too; the problem names the variant name first.
      const config = (index: number) => (round % 2 === 0 ? name : `${name} ${index}`);
      const replies = await race('/api/variants/from-base', (index) => ({
        base_id,
        new_variant_name: name,
        new_config_name: config(index),
        parameters: { racer: index },
      }));
      assertOneWinner(replies, { success: 200, idField: 'variant_id', code: 'variant_name_taken' });
      assert.deepEqual(
        await count(
          `SELECT COUNT(DISTINCT v.id)::int AS variants, COUNT(r.id)::int AS revisions
           FROM variants v LEFT JOIN variant_revisions r
             ON r.workspace_id = v.workspace_id AND r.variant_id = v.id
           WHERE v.name = $1`,
          name,
        ),
        { variants: 1, revisions: 1 },
      );
    }
    assert.deepEqual(
      await count(
        `SELECT COUNT(*)::int AS orphans FROM variant_revisions r
         WHERE $1 <> '' AND NOT EXISTS (SELECT 1 FROM variants v
           WHERE v.workspace_id = r.workspace_id AND v.id = r.variant_id)`,
        'any',
      ),
      { orphans: 0 },
    );
    figure('G6', `${ROUNDS} races of 16, one winner each`);
  });

  test('make one app with its three environments', async () => {
    for (let round = 1; round <= ROUNDS_OF_OTHERS; round += 1) {
      const app_name = unique('raced');
      const replies = await race('/api/apps', () => ({ app_name }));
      assertOneWinner(replies, { success: 200, idField: 'app_id', code: 'app_name_taken' });
      assert.deepEqual(
        await count(
          `SELECT COUNT(DISTINCT a.id)::int AS apps, COUNT(e.name)::int AS environments
           FROM apps a LEFT JOIN environments e
             ON e.workspace_id = a.workspace_id AND e.app_id = a.id
           WHERE a.name = $1`,
          app_name,
        ),
        { apps: 1, environments: 3 },
      );
    }
  });

  test('make one base with its first variant', async () => {
    const { app_id } = await makeApp(owner());
    for (let round = 1; round <= ROUNDS_OF_OTHERS; round += 1) {
      const base_name = unique('raced');
      const replies = await race('/api/bases', () => ({ app_id, base_name }));
      assertOneWinner(replies, { success: 201, idField: 'base_id', code: 'base_name_taken' });
      assert.deepEqual(
        await count(
          `SELECT COUNT(DISTINCT b.id)::int AS bases, COUNT(v.id)::int AS variants
           FROM bases b LEFT JOIN variants v
             ON v.workspace_id = b.workspace_id AND v.base_id = b.id
           WHERE b.name = $1`,
          base_name,
        ),
        { bases: 1, variants: 1 },
      );
    }
  });
});

interface Expected {
  readonly success: number;
  readonly idField: string;
  readonly code: string;
}

function assertOneWinner(replies: readonly RawAnswer[], expected: Expected): void {
  const bodies = replies.map(({ status, body }) => ({
    status,
    ...(body as Record<string, unknown>), // Every reply here is a JSON object.
  })) as ({ status: number } & Record<string, unknown>)[];
  const winners = bodies.filter(({ status }) => status === expected.success);
  assert.equal(winners.length, 1, JSON.stringify(bodies));
  const losers = bodies.filter(({ status }) => status !== expected.success);
  for (const loser of losers) {
    const { status, code, existing_id } = loser as Record<string, unknown>;
    assert.deepEqual(
      { status, code, existing_id },
      { status: 409, code: expected.code, existing_id: winners[0]?.[expected.idField] },
    );
  }
}
