import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Client } from '../../src/client/client.ts';
import type { Db } from '../../src/storage/database.ts';
import { ENGINES, type EngineName } from '../support/engine-names.ts';
import { type MadeEvaluation, makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { outputsOf } from '../support/generation.ts';
import { outputTable, outputTexts, sendOutputs } from '../support/output-files.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import {
  countLeft,
  type LeftBehind,
  makeDataPlace,
  openBeside,
} from '../support/unfinished-import.ts';
import { until } from '../support/until.ts';

const ROWS = 3_000;
const OUTPUTS = 2 * ROWS;
/** Shorter than any part of an import takes. */
const POLL_MS = 1;

/** A server that imports faster than the test polls gets another import, with other texts. */
const MOST_ATTEMPTS = 20;

for (const engine of ENGINES) {
  describe(`kill -9 while outputs are imported on ${engine}`, () => {
    test('before they become visible shows none of them', async (t) => {
      const world = await start(t, engine);
      const { owner, made } = await killInTheMiddle(world, {
        isMiddle: ({ unseen, unsettled }) => unseen > 0 && unsettled === 0,
        expected: 'before',
      });
      await assertWorks(owner, made);
    });

    test('after they became visible keeps all of them, and the next start does the rest', async (t) => {
      const world = await start(t, engine);
      const { owner, made, sent } = await killInTheMiddle(world, {
        isMiddle: ({ unsettled }) => unsettled > 0,
        expected: 'sent',
      });
      await until('nothing is left to do', async () => (await countLeft(world.db)).unsettled === 0);
      assert.equal(JSON.stringify(await outputsOf(owner, made)), JSON.stringify(sent));
      assert.equal(await countReady(owner, made), ROWS);
      await assertWorks(owner, made);
    });
  });
}

interface World {
  readonly db: Db;
  readonly startServer: () => Promise<ServerProcess>;
}

async function start(t: TestContext, engine: EngineName): Promise<World> {
  const place = await makeDataPlace(engine);
  const startServer = async () => {
    const server = await startServerProcess(place);
    t.after(() => server.kill());
    return server;
  };
  const { db, close } = openBeside(place);
  t.after(close);
  return { db, startServer };
}

interface Middle {
  readonly isMiddle: (left: LeftBehind) => boolean;
  /** Which outputs are visible afterwards. */
  readonly expected: 'before' | 'sent';
}

interface Killed extends Pick<ServerProcess, 'owner'> {
  readonly made: MadeEvaluation;
  readonly sent: readonly (readonly string[])[];
}

/**
 * Imports until a server is killed in the middle and the next one shows the expected outputs. It may
 * have gone on between the poll and its end, so whatever is visible then must be whole as well.
 */
async function killInTheMiddle(
  { db, startServer }: World,
  { isMiddle, expected }: Middle,
): Promise<Killed> {
  let server = await startServer();
  const made = await makeHumanEvaluation(server.owner, { rows: numberedRows(ROWS) });
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const before = JSON.stringify(await outputsOf(server.owner, made));
    const sent = outputTexts(ROWS, `text ${attempt}`);
    let isOver = false;
    const importing = sendOutputs(server.owner, made, { content: outputTable(made, sent) })
      .catch(() => undefined)
      .finally(() => {
        isOver = true;
      });
    while (!isOver && !isMiddle(await countLeft(db))) await setTimeout(POLL_MS);
    await server.kill();
    await importing;
    const left = await countLeft(db);
    server = await startServer();
    const visible = JSON.stringify(await outputsOf(server.owner, made));
    assert.ok(
      [before, JSON.stringify(sent)].includes(visible),
      'only a part of the file is visible',
    );
    const outcome = visible === before ? 'before' : 'sent';
    if (isMiddle(left) && outcome === expected) return { owner: server.owner, made, sent };
    await until('nothing is left to do', async () => (await countLeft(db)).unsettled === 0);
  }
  throw new Error(`None of ${MOST_ATTEMPTS} imports was seen in the middle.`);
}

async function countReady(client: Client, { evaluation_id }: MadeEvaluation): Promise<number> {
  const { progress } = await client.fetchResults({
    parameters: { evaluation_id },
    query: { statistics: false },
  });
  return progress?.tasks_ready ?? 0;
}

/** Another import works as if nothing had happened. */
async function assertWorks(client: Client, made: MadeEvaluation): Promise<void> {
  const texts = outputTexts(ROWS, 'again');
  const { body } = await sendOutputs(client, made, { content: outputTable(made, texts) });
  assert.deepEqual(body, { rows: ROWS, outputs: OUTPUTS, left_out: [] });
  assert.deepEqual(await outputsOf(client, made), texts);
  assert.equal(await countReady(client, made), ROWS);
}
