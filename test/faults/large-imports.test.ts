import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createMigratedDatabase } from '../support/databases.ts';
import { ENGINES } from '../support/engine-names.ts';
import { residentBytes } from '../support/resident-bytes.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const MEBIBYTE = 1024 * 1024;
const ROWS = 100_000;

/** Far below what holding the file, its rows or its text at once would take. */
const GROWTH_LIMIT = 150 * MEBIBYTE;

/** V8 keeps garbage while there is room: without this, growth would measure V8, not the import. */
const SMALL_HEAP = { NODE_OPTIONS: '--max-old-space-size=96' };

/** Leaves the processors to the import. */
const BETWEEN_REQUESTS_MS = 10;

/** Makes files just below 50 MiB, as CSV and as JSON, which repeats the names of the columns. */
const TEXT = 'lorem ipsum '.repeat(18);

const files = [
  ['CSV', fileOf(csvText())],
  ['JSON', fileOf(jsonText())],
] as const;

/** Rows of both files are stored alike, so each engine reads only one of them back. */
const READ_BACK = { sqlite: 'CSV', postgres: 'JSON' } as const;

for (const engine of ENGINES) {
  describe(`a file of 100,000 rows on ${engine}`, () => {
    test('is imported and read in bounded memory while other requests are answered', async (t) => {
      const databaseUrl = engine === 'postgres' ? await createMigratedDatabase() : undefined;
      const server = await startServerProcess({
        dataDirectory: temporaryDirectory(),
        environment: SMALL_HEAP,
        ...(databaseUrl === undefined ? {} : { databaseUrl }),
      });
      t.after(() => server.kill());
      const { owner } = server;
      const { app_id } = await owner.createApp({ body: { app_name: 'large' } });
      const before = residentBytes(server, 'VmRSS');

      for (const [upload_type, file] of files) {
        const importing = owner.uploadTestset({ body: { app_id, upload_type, file } });
        const { result, answered } = await withSmallRequests(server, importing);
        assert.equal(result.row_count, ROWS);
        // The number depends on the machine; only a few would mean that the server was blocked.
        assert.ok(answered >= 50, `${answered} other requests were answered`);

        if (upload_type !== READ_BACK[engine]) continue;
        const parameters = { testset_id: result.id };
        const reading = owner.exportTestset({ parameters, query: { format: 'jsonl' } });
        const read = await withSmallRequests(server, reading);
        const lines = read.result.split('\n');
        assert.equal(lines.length, ROWS + 1);
        assert.deepEqual(JSON.parse(lines[76_999] ?? ''), rowAt(76_999));
      }
      if (before === undefined) return;
      const growth = (residentBytes(server, 'VmHWM') ?? Number.POSITIVE_INFINITY) - before;
      assert.ok(growth < GROWTH_LIMIT, `it grew by ${Math.round(growth / MEBIBYTE)} MiB`);
    });
  });
}

/** Sends small requests, one after another, until the work is done. */
async function withSmallRequests<Result>(
  { owner }: ServerProcess,
  work: Promise<Result>,
): Promise<{ result: Result; answered: number }> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  let answered = 0;
  while (!isDone) {
    assert.equal((await owner.reply.listApps()).status, 200);
    answered += 1;
    await setTimeout(BETWEEN_REQUESTS_MS);
  }
  return { result: await done, answered };
}

function fileOf(content: string): File {
  assert.ok(content.length > 40 * MEBIBYTE && content.length < 50 * MEBIBYTE);
  return new File([content], 'rows');
}

function rowAt(index: number) {
  return { question: `${index} ${TEXT}`, correct_answer: `"${index}", ${TEXT}` };
}

function csvText(): string {
  const lines = Array.from({ length: ROWS }, (_, index) => {
    const { question, correct_answer } = rowAt(index);
    return `${question},"${correct_answer.replaceAll('"', '""')}"\n`;
  });
  return `question,correct_answer\n${lines.join('')}`;
}

function jsonText(): string {
  return JSON.stringify(Array.from({ length: ROWS }, (_, index) => rowAt(index)));
}
