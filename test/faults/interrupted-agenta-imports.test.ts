import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import {
  type AgentaOriginal,
  createOriginal,
  idOf,
  insertEvaluation,
  insertScenarios,
  insertUsual,
} from '../support/agenta-original.ts';
import { type AgentaTarget, makeTarget } from '../support/agenta-target.ts';
import { rounds } from '../support/effort.ts';
import { ENGINES } from '../support/engine-names.ts';
import { startPostgresRelay } from '../support/postgres-relay.ts';
import { ROLE_WITH_PASSWORD } from '../support/postgres-server.ts';

/** In each of two evaluations. */
const SCENARIOS = rounds({ short: 1_000, long: 50_000 });
const EVALUATIONS = ['one', 'two'];

let original: AgentaOriginal;
before(async () => {
  original = await createOriginal();
  await insertUsual(original);
  for (const word of EVALUATIONS) {
    await insertScenarios(original, await insertEvaluation(original, word), SCENARIOS);
  }
});
after(() => original.end());

for (const engine of ENGINES) {
  describe(`an import from Agenta into ${engine}`, () => {
    test('that was killed continues where it stopped, and every row is right', async (t) => {
      const target = await makeTarget(t, engine);
      let kill: () => void = () => assert.fail('It is not running yet.');
      const relay = await startPostgresRelay(original.url, {
        losesAnswer: fromPage(2, () => kill()),
      });
      t.after(() => relay.close());
      const command = target.spawn('--from', relay.url);
      kill = () => command.kill('SIGKILL');
      const [, signal] = await once(command, 'close');
      assert.equal(signal, 'SIGKILL');
      const result = await target.run('--from', original.url);
      assert.equal(result.code, 0, result.stderr);
      await assertWhole(target, result.stdout);
    });

    test('whose original goes away says so, and the next import does the rest', async (t) => {
      const target = await makeTarget(t, engine);
      const relay = await startPostgresRelay(original.url, {
        losesAnswer: fromPage(3, () => undefined),
      });
      t.after(() => relay.close());
      const cut = await target.run('--from', relay.url);
      assert.equal(cut.code, 5, cut.stderr);
      assert.match(cut.stderr, /does not answer, or stopped answering .* run the command again/);
      assert.doesNotMatch(cut.stderr, /\n\s+at /);
      const result = await target.run('--from', original.url);
      assert.equal(result.code, 0, result.stderr);
      await assertWhole(target, result.stdout);
    });
  });
}

describe('an import from Agenta', () => {
  test('that cannot begin says why in one sentence, and writes nothing', async (t) => {
    const target = await makeTarget(t, 'sqlite');
    const half = await createOriginal();
    t.after(() => half.end());
    await half.run('ALTER TABLE testsets DROP COLUMN csvdata');
    await half.run('DROP TABLE human_evaluations_scenarios');
    const unknown = new URL(original.url);
    unknown.username = 'nobody';
    const wrong = new URL(original.url);
    wrong.username = ROLE_WITH_PASSWORD;
    wrong.password = 'a wrong one';
    await original.run(`CREATE ROLE ${ROLE_WITH_PASSWORD} LOGIN PASSWORD 'the right one'`);
    t.after(() => original.run(`DROP ROLE ${ROLE_WITH_PASSWORD}`));
    const empty = await target.digest();
    const refusals: readonly (readonly [readonly string[], number, RegExp])[] = [
      [['--from', unknown.href], 2, /refuses nobody: .*Check user and password/],
      [['--from', wrong.href], 2, /refuses with_password: .*Check user and password/],
      [['--from', half.url], 2, /lacks testsets\.csvdata, the table human_evaluations_scenarios\./],
      [['--from', 'postgres://nobody@127.0.0.1:1/x'], 5, /127\.0\.0\.1:1 does not answer/],
      [['--from', 'nowhere'], 2, /there is no folder nowhere/],
      [['--from', original.url, '--workspace', 'none'], 2, /There is no such workspace.*Default/],
      [['--from', original.url, '--data-dir', 'elsewhere'], 2, /There is no database at/],
    ];
    for (const [args, code, sentence] of refusals) {
      const result = await target.run(...args);
      assert.equal(result.code, code, `${args.join(' ')}: ${result.stderr}`);
      assert.match(result.stderr, sentence);
      assert.doesNotMatch(result.stderr, /\n\s+at /);
    }
    assert.deepEqual(await target.digest(), empty);
  });
});

/** Returns true from this page of scenarios on; an evaluation has two pages in a short run. */
function fromPage(first: number, onFirst: () => unknown): (sent: string) => boolean {
  let pages = 0;
  return (sent) => {
    if (!/FROM human_evaluations_scenarios WHERE id = ANY/.test(sent)) return false;
    pages += 1;
    if (pages === first) onFirst();
    return pages >= first;
  };
}

/** Rows written before the interruption were kept, and every row is stored once. */
async function assertWhole(target: AgentaTarget, summary: string): Promise<void> {
  const counts = /human_evaluations_scenarios +(\d+) +(\d+) +(\d+) +0 +0/.exec(summary) ?? [];
  const [, read = 0, imported = 0, present = 0] = counts.map(Number);
  assert.deepEqual([read, imported + present], [2 * SCENARIOS, 2 * SCENARIOS]);
  assert.ok(imported > 0 && present > 0, summary);
  const { owner } = await target.serve();
  for (const word of EVALUATIONS) {
    const parameters = { evaluation_id: idOf(word) };
    const query = { content: 'scenarios', format: 'jsonl' } as const;
    const text = await owner.exportHumanEvaluation({ parameters, query });
    const lines = text.trimEnd().split('\n');
    const rows = await original.run(
      'SELECT * FROM human_evaluations_scenarios WHERE evaluation_id = $1 ORDER BY created_at',
      [idOf(word)],
    );
    assert.equal(lines.length, rows.length);
    for (const [position, row] of rows.entries()) {
      assert.deepEqual(scenarioOf(JSON.parse(lines[position] ?? '')), originalOf(row, position));
    }
    const { judged_count } = await owner.fetchEvaluationSettings({ parameters });
    assert.equal(judged_count, SCENARIOS * 0.8);
  }
}

interface ExportedScenario extends Readonly<Record<string, unknown>> {
  readonly outputs: readonly Readonly<Record<string, unknown>>[];
  readonly per_variant: readonly { readonly variant_id: string; readonly judgements: number }[];
}

/** An exported scenario, with the vote as the original writes it. */
function scenarioOf({ outputs, per_variant, ...row }: ExportedScenario) {
  const winner = per_variant.find(({ judgements }) => judgements === 1)?.variant_id;
  const vote = row['ties'] === 1 ? '1' : row['both_bad'] === 1 ? '0' : (winner ?? '');
  const { scenario_id: id, position, inputs, correct_answer, is_pinned } = row;
  const texts = outputs.map(({ variant_id, variant_output }) => ({ variant_id, variant_output }));
  return { id, position, inputs, outputs: texts, correct_answer, is_pinned, vote };
}

function originalOf(row: Readonly<Record<string, unknown>>, position: number) {
  const { id, inputs, outputs, correct_answer, is_pinned, vote } = row;
  return { id, position, inputs, outputs, correct_answer, is_pinned, vote };
}
