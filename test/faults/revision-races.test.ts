import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import { makeBase, makeVariant } from '../support/builders.ts';
import { createMigratedDatabase } from '../support/databases.ts';
import { rounds } from '../support/effort.ts';
import { expectProblem } from '../support/expect.ts';
import { figure } from '../support/figure.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const UPDATES = rounds({ short: 500, long: 2_000 });
const VARIANTS = 20;
const WRITERS = 64;
const EDITORS = 8;
const EDITS_EACH = 15;

describe('two servers on one PostgreSQL', () => {
  let servers: ServerProcess[] = [];
  before(async () => {
    const databaseUrl = await createMigratedDatabase();
    servers = [
      await startServerProcess({ databaseUrl }),
      await startServerProcess({ databaseUrl }),
    ];
  });
  after(() => Promise.all(servers.map((server) => server.kill())));

  const clientFor = (index: number): Client => {
    const server = servers[index % servers.length];
    if (server === undefined) throw new Error('The servers run only while tests run.');
    return server.owner;
  };

  test(`G5: number ${UPDATES} concurrent parameter updates without gap or repeat`, async () => {
    const { base_id } = await makeBase(clientFor(0));
    const variants = await Promise.all(
      Array.from({ length: VARIANTS }, () => makeVariant(clientFor(0), { base_id })),
    );
    const targets = Array.from(
      { length: UPDATES },
      (_, index) => variants[index % VARIANTS]?.variant_id ?? '',
    );
    const locations = new Set<string>();
    await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        for (let index = writer; index < UPDATES; index += WRITERS) {
          const reply = await clientFor(writer).reply.updateVariantParameters({
            parameters: { variant_id: targets[index] ?? '' },
            body: { parameters: { update: index } },
          });
          assert.equal(reply.status, 200, JSON.stringify(reply.body));
          locations.add(reply.headers.get('location') ?? '');
        }
      }),
    );
    assert.equal(locations.size, UPDATES);

    for (const { variant_id } of variants) {
      const revisions = await clientFor(1).listVariantRevisions({ parameters: { variant_id } });
      const expected = 1 + UPDATES / VARIANTS;
      assert.deepEqual(
        revisions.map(({ revision }) => revision),
        Array.from({ length: expected }, (_, index) => expected - index),
      );
      const updates = revisions.slice(0, -1).map(({ config }) => config.parameters['update']);
      assert.equal(new Set(updates).size, UPDATES / VARIANTS);
    }
    figure('G5', `${UPDATES} updates on 2 servers, no gap, no repeat`);
  });

  test('G7: lose no edit of eight editors who send If-Match', async () => {
    const { variant_id } = await makeVariant(clientFor(0), { parameters: { counter: 0 } });
    const lost = await Promise.all(
      Array.from({ length: EDITORS }, (_, editor) =>
        increment(clientFor(editor), { variant_id, editor }),
      ),
    );
    const { parameters, revision } = await clientFor(0).fetchVariant({
      parameters: { variant_id },
    });
    assert.equal(parameters?.['counter'], EDITORS * EDITS_EACH);
    assert.equal(revision, 1 + EDITORS * EDITS_EACH);
    assert.ok(
      lost.some((times) => times > 0),
      'no editor lost a race, so nothing was tested',
    );
  });
});

/** Adds one to the counter EDITS_EACH times; returns how many attempts came too late. */
async function increment(
  client: Client,
  { variant_id, editor }: { variant_id: string; editor: number },
): Promise<number> {
  const parameters = { variant_id };
  let lost = 0;
  for (let accepted = 0; accepted < EDITS_EACH; ) {
    const { body, headers } = await client.reply.fetchVariant({ parameters });
    const counter = Number(body.parameters?.['counter']) + 1;
    const reply = await client.reply.updateVariantParameters({
      parameters,
      // The editor's number distinguishes two edits with the same count.
      body: { parameters: { counter, editor } },
      ifMatch: headers.get('etag') ?? '',
    });
    if (reply.status === 200) {
      accepted += 1;
      continue;
    }
    expectProblem(reply, 'revision_conflict');
    lost += 1;
  }
  return lost;
}
