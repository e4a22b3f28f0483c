import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { startTestServer } from '../support/running-server.ts';
import {
  guessVariants,
  judgeEverything,
  recordingClient,
  repeatableSources,
  type Seen,
  visitEverything,
} from './annotator-crawl.ts';
import { makeTwinWorlds, type TwinWorlds } from './twin-worlds.ts';

describe('G23: two worlds that differ only in which variant is which', () => {
  for (const blindness of ['blind', 'open'] as const) {
    describe(`in ${blindness} evaluations`, () => {
      let canaries: readonly string[] = [];
      let first: Crawl = { answers: [], afterGuessing: [] };
      let second: Crawl = { answers: [], afterGuessing: [] };
      before(async () => {
        const worlds = await makeTwinWorlds(blindness);
        canaries = worlds.studies.flatMap((study) => study.canaries);
        first = await crawl(worlds, 0);
        second = await crawl(worlds, 1);
        rmSync(worlds.root, { recursive: true, force: true });
      });

      test(`look ${blindness === 'blind' ? 'the same, byte for byte,' : 'different'} to those who judge`, () => {
        const [here, there] = [first, second].map((crawl) => [
          ...crawl.answers,
          ...crawl.afterGuessing,
        ]);
        assert.ok(here !== undefined && there !== undefined && here.length > 500);
        assert.equal(here.length, there.length);
        const differing = here.flatMap((seen, index) =>
          seen.text === there[index]?.text ? [] : [{ seen, other: there[index]?.text }],
        );
        if (blindness === 'blind') assert.deepEqual(differing, []);
        else assert.ok(differing.length > 0, 'the crawl would not notice a leak');
      });

      test('name a variant only where the evaluation is not blind', () => {
        const told = first.answers.filter(({ text }) =>
          canaries.some((canary) => text.includes(canary)),
        );
        if (blindness === 'blind') assert.deepEqual(told, []);
        else assert.ok(told.length > 0, 'the canaries would not be noticed');
      });
    });
  }
});

interface Crawl {
  readonly answers: readonly Seen[];
  /** Who names a variant reads their own words back. */
  readonly afterGuessing: readonly Seen[];
}

/** All that an evaluator and a guest get to see of one world. */
async function crawl(worlds: TwinWorlds, world: 0 | 1): Promise<Crawl> {
  const server = await startTestServer({
    engine: 'sqlite',
    dataDirectory: worlds.directories[world],
    sources: repeatableSources(worlds.builtAt),
  });
  const answers: Seen[] = [];
  const afterGuessing: Seen[] = [];
  const credential = { apiKey: worlds.evaluatorKey };
  try {
    const evaluator = recordingClient(server.url, credential, answers);
    for (const study of worlds.studies) {
      const joined = await server.client().reply.exchangeInvitation({
        body: { token: study.guestToken, username: 'a guest' },
      });
      const cookie = (joined.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
      const headers = { cookie, 'sec-fetch-site': 'same-origin' };
      const guest = recordingClient(server.url, { headers }, answers);
      await judgeEverything(guest, study);
      await visitEverything(guest, study);
      await judgeEverything(evaluator, study);
      await visitEverything(evaluator, study);
    }
    const guesser = recordingClient(server.url, credential, afterGuessing);
    for (const study of worlds.studies) await guessVariants(guesser, study);
  } finally {
    await server.stop();
  }
  return { answers, afterGuessing };
}
