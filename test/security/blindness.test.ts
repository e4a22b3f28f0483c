import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { before, describe, test } from 'node:test';
import { startTestServer } from '../support/running-server.ts';
import {
  askByResource,
  compareElsewhere,
  guessVariants,
  judgeEverything,
  recordingClient,
  repeatableSources,
  type Seen,
  visitEverything,
} from './annotator-crawl.ts';
import { makeTwinWorlds, type TwinWorlds, type World, withTextsBefore } from './twin-worlds.ts';

const WORLDS: readonly World[] = [
  'as built',
  'variants exchanged',
  'outputs exchanged',
  'analysis changed',
];

/** Lists the variants of the workspace, as every member may; which are judged it does not tell. */
const LISTS_VARIANTS = /^GET \/api\/destinations/;

/** Follows from the texts in the body, which differ where outputs are exchanged. */
const ETAG = /\["etag","[^]]*\],?/;

describe('G23: worlds that differ only in which variant is which, or in how results are computed', () => {
  for (const blindness of ['blind', 'open'] as const) {
    describe(`in ${blindness} evaluations`, () => {
      let canaries: readonly string[] = [];
      let taskIds: readonly string[] = [];
      const seen = new Map<World, readonly Seen[]>();
      before(async () => {
        const worlds = await makeTwinWorlds(blindness);
        canaries = worlds.studies.flatMap((study) => study.canaries);
        for (const world of WORLDS) seen.set(world, await crawl(worlds, world));
        taskIds = taskIdsIn(worlds.directories['as built']);
        rmSync(worlds.root, { recursive: true, force: true });
      });

      for (const world of WORLDS.slice(1)) {
        test(`${world}: look ${blindness === 'blind' ? 'the same, byte for byte,' : 'different'} to those who judge`, () => {
          const here = seen.get('as built') ?? [];
          const there = seen.get(world) ?? [];
          assert.ok(here.length > 500);
          assert.equal(here.length, there.length);
          const textIn = (answer: Seen | undefined) =>
            world === 'outputs exchanged' ? answer?.text.replace(ETAG, '') : answer?.text;
          const differing = here.flatMap((answer, index) =>
            textIn(answer) === textIn(there[index]) ? [] : [{ answer, other: there[index]?.text }],
          );
          if (blindness === 'blind') assert.deepEqual(differing, []);
          else assert.ok(differing.length > 0, 'the crawl would not notice a leak');
        });
      }

      test('name a variant only where the evaluation is not blind', () => {
        const told = (seen.get('as built') ?? []).filter(
          ({ what, text }) =>
            !LISTS_VARIANTS.test(what) && canaries.some((canary) => text.includes(canary)),
        );
        if (blindness === 'blind') assert.deepEqual(told, []);
        else assert.ok(told.length > 0, 'the canaries would not be noticed');
      });

      // The id of a task follows from its scenario and variants, so it would tell which they are.
      test('tell no id of a task that shows only some of the outputs', () => {
        assert.ok(taskIds.length > 30);
        const texts = (seen.get('as built') ?? []).map(({ text }) => withOpenCursors(text));
        assert.ok(
          texts.some((text) => text.includes('cursor=[{')),
          'no cursor was read',
        );
        const told = taskIds.filter((id) => texts.some((text) => text.includes(id)));
        assert.deepEqual(told, []);
      });
    });
  }
});

/** Of tasks that do not share the id of their scenario, and of queues. */
function taskIdsIn(directory: string): readonly string[] {
  const database = new DatabaseSync(join(directory, 'jurybox.db'), { readOnly: true });
  const rows = database
    .prepare('SELECT id FROM tasks WHERE id <> scenario_id UNION SELECT id FROM queues')
    .all();
  database.close();
  return rows.map(({ id }) => String(id));
}

/** Cursors are signed, not encrypted: what they hold can be read by those who get them. */
function withOpenCursors(text: string): string {
  return text.replaceAll(/(?<=cursor=)[\w-]+/g, (payload) =>
    Buffer.from(payload, 'base64url').toString(),
  );
}

/** All that an evaluator and a guest get to see of one world. */
async function crawl(worlds: TwinWorlds, world: World): Promise<readonly Seen[]> {
  const server = await startTestServer({
    engine: 'sqlite',
    dataDirectory: worlds.directories[world],
    sources: repeatableSources(worlds.builtAt),
  });
  const answers: Seen[] = [];
  try {
    for (const study of worlds.studies) {
      const seen: Seen[] = [];
      const evaluator = recordingClient(server.url, { apiKey: worlds.evaluatorKey }, seen);
      const joined = await server.client().reply.exchangeInvitation({
        body: { token: study.guestToken, username: 'a guest' },
      });
      const cookie = (joined.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
      const headers = { cookie, 'sec-fetch-site': 'same-origin' };
      const guest = recordingClient(server.url, { headers }, seen);
      await judgeEverything(guest, study);
      await visitEverything(guest, study);
      await judgeEverything(evaluator, study);
      await visitEverything(evaluator, study);
      await guessVariants(evaluator, study);
      await askByResource(evaluator, study);
      await compareElsewhere(evaluator, study);
      answers.push(
        ...(world === 'outputs exchanged'
          ? seen.map(({ what, text }) => ({ what, text: withTextsBefore(text, study) }))
          : seen),
      );
    }
  } finally {
    await server.stop();
  }
  return answers;
}
