import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { openShell } from '../../src/cli/shell.ts';
import { fencedBlocks } from '../support/fenced-blocks.ts';
import { OWNER_KEY } from '../support/reachable.ts';
import { runScript } from '../support/run-script.ts';
import { startTestServer } from '../support/running-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const PAGE = 'docs/guide/cli.md';
const root = join(import.meta.dirname, '../..');
const guide = readFileSync(join(root, PAGE), 'utf8');

describe('the guide of the command line', () => {
  test('can be followed from its first command to its last', async (t) => {
    const server = await startTestServer({ engine: 'sqlite' });
    t.after(() => server.stop());
    const folder = temporaryDirectory();
    // Each command is printed before it runs, so that a failure shows which one it was.
    const { code, stdout, stderr } = await runScript(['set -x', ...fencedBlocks(PAGE, 'sh')], {
      directory: folder,
      environment: { SERVER: server.url, KEY: OWNER_KEY },
    });
    const output = `${stdout}${stderr}`;
    assert.equal(code, 0, output);
    for (const expected of EXPECTED) assert.match(output, expected);
    assert.equal(readFileSync(join(folder, 'judgements.csv'), 'utf8').trim().split('\n').length, 4);
    assert.deepEqual(
      JSON.parse(readFileSync(join(folder, 'capitals.jsonl'), 'utf8').split('\n')[0] ?? ''),
      {
        country: 'Peru',
        correct_answer: 'Lima',
      },
    );
    assert.deepEqual(await server.owner.listApps(), []);
    // Without colours, since the output is no terminal.
    assert.equal(output.includes('\u001b'), false);
  });

  test('names every command and every exit code', async () => {
    const program = await buildProgram(openShell(process));
    const commands = program.commands.flatMap((command) =>
      command.commands.length === 0
        ? [command.name()]
        : command.commands.map((child) => `${command.name()} ${child.name()}`),
    );
    for (const name of commands.filter((one) => one !== 'serve')) {
      assert.ok(guide.includes(`jurybox ${name}`), name);
    }
    const listed = [...guide.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
    assert.deepEqual(listed, Object.values(EXIT));
  });
});

const EXPECTED = [
  /^Created capitals quiz with 2 scenarios\.$/m,
  /^guests +http\S+#\S+ \(shown only now\)$/m,
  /^Created support bot \(/m,
  /^--- chat\.baseline revision 1\n\+\+\+ chat\.concise revision 2/m,
  /^\+ 0\.2$/m,
  /^concise\S* .*|chat\.concise +3 /m,
  /^production runs chat\.concise, revision 2\.$/m,
  /^production runs chat\.baseline, revision 1, again\.$/m,
  /^Created capitals \(\S+\) with 3 rows\.$/m,
  /^Imported 6 outputs from 3 rows\.$/m,
  /^judgements +0 of 3$/m,
  /^https?:\S+#\S+\nThis link is shown only now/m,
  /^Judged 3, skipped 0\.$/m,
  /^Judgements █{24} 3 of 3$/m,
  /^The evaluation is finished\.$/m,
  /^✓ min-judgements 3: there are 3$/m,
];
