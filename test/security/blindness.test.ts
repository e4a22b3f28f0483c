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
  type RecordedReply,
  recordingClient,
  repeatableSources,
  visitEverything,
} from './annotator-crawl.ts';
import { makeTwinWorlds, type TwinWorlds, type World, withTextsBefore } from './twin-worlds.ts';

const WORLDS: readonly World[] = [
  'as built',
  'variants exchanged',
  'outputs exchanged',
  'analysis changed',
];

/** Lists the variants of the workspace, as every member may, but not which of them are judged. */
const LISTS_VARIANTS = /^GET \/api\/destinations/;

/** Follows from the texts in the body, which differ where outputs are exchanged. */
const ETAG = /\["etag","[^]]*\],?/;

describe('G23: worlds that differ only in which variant is which, or in how results are computed', () => {
  for (const blindness of ['blind', 'open'] as const) {
    describe(`in ${blindness} evaluations`, () => {
      let canaries: readonly string[] = [];
      let taskIds: readonly string[] = [];
      const seen = new Map<World, readonly RecordedReply[]>();
      before(async () => {
        const worlds = await makeTwinWorlds(blindness);
        canaries = worlds.evaluations.flatMap((evaluation) => evaluation.canaries);
        for (const world of WORLDS) seen.set(world, await crawl(worlds, world));
        taskIds = taskIdsIn(worlds.directories['as built']);
        rmSync(worlds.root, { recursive: true, force: true });
      });

      for (const world of WORLDS.slice(1)) {
        test(`${world}: look ${blindness === 'blind' ? 'the same, byte for byte,' : 'different'} to annotators`, () => {
          const here = seen.get('as built') ?? [];
          const there = seen.get(world) ?? [];
          assert.ok(here.length > 500);
          assert.equal(here.length, there.length);
          const textIn = (reply: RecordedReply | undefined) =>
            world === 'outputs exchanged' ? reply?.text.replace(ETAG, '') : reply?.text;
          const differing = here.flatMap((reply, index) =>
            textIn(reply) === textIn(there[index]) ? [] : [{ reply, other: there[index]?.text }],
          );
          if (blindness === 'blind') assert.deepEqual(differing, []);
          else assert.ok(differing.length > 0, 'the crawl would not notice a leak');
        });
      }

      test('name a variant only where the evaluation is not blind', () => {
        const leaks = (seen.get('as built') ?? []).filter(
          ({ request, text }) =>
            !LISTS_VARIANTS.test(request) && canaries.some((canary) => text.includes(canary)),
        );
        if (blindness === 'blind') assert.deepEqual(leaks, []);
        else assert.ok(leaks.length > 0, 'the canaries would not be noticed');
      });

      // The id of a task follows from its scenario and variants, so it would reveal them.
      test('contain no id of a task that shows only some of the outputs', () => {
        assert.ok(taskIds.length > 30);
        const texts = (seen.get('as built') ?? []).map(({ text }) => withDecodedCursors(text));
        assert.ok(
          texts.some((text) => text.includes('cursor=[{')),
          'no cursor was read',
        );
        const leaks = taskIds.filter((id) => texts.some((text) => text.includes(id)));
        assert.deepEqual(leaks, []);
      });
    });
  }
});

/** The ids of queues, and of tasks that do not share the id of their scenario. */
function taskIdsIn(directory: string): readonly string[] {
  const database = new DatabaseSync(join(directory, 'jurybox.db'), { readOnly: true });
  const rows = database
    .prepare('SELECT id FROM tasks WHERE id <> scenario_id UNION SELECT id FROM queues')
    .all();
  database.close();
  return rows.map(({ id }) => String(id));
}

/** Decodes cursors: they are signed, not encrypted, so callers can read them. */
function withDecodedCursors(text: string): string {
  return text.replaceAll(/(?<=cursor=)[\w-]+/g, (payload) =>
    Buffer.from(payload, 'base64url').toString(),
  );
}

/** Records all replies that an evaluator and a guest get in one world. */
async function crawl(worlds: TwinWorlds, world: World): Promise<readonly RecordedReply[]> {
  const server = await startTestServer({
    engine: 'sqlite',
    dataDirectory: worlds.directories[world],
    sources: repeatableSources(worlds.builtAt),
  });
  const replies: RecordedReply[] = [];
  try {
    for (const evaluation of worlds.evaluations) {
      const seen: RecordedReply[] = [];
      const evaluator = recordingClient(server.url, { apiKey: worlds.evaluatorKey }, seen);
      const joined = await server.client().reply.exchangeInvitation({
        body: { token: evaluation.guestToken, username: 'a guest' },
      });
      const cookie = (joined.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
      const headers = { cookie, 'sec-fetch-site': 'same-origin' };
      const guest = recordingClient(server.url, { headers }, seen);
      await judgeEverything(guest, evaluation);
      await visitEverything(guest, evaluation);
      await judgeEverything(evaluator, evaluation);
      await visitEverything(evaluator, evaluation);
      await guessVariants(evaluator, evaluation);
      await askByResource(evaluator, evaluation);
      await compareElsewhere(evaluator, evaluation);
      replies.push(
        ...(world === 'outputs exchanged'
          ? seen.map(({ request, text }) => ({ request, text: withTextsBefore(text, evaluation) }))
          : seen),
      );
    }
  } finally {
    await server.stop();
  }
  return replies;
}
