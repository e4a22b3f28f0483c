import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { makeMember, unique } from '../support/builders.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { type EvaluationWish, makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { startLossyProxy } from '../support/lossy-proxy.ts';
import { PROGRAM } from '../support/program.ts';
import { OWNER_KEY } from '../support/reachable.ts';
import { runCommand, spawnCommand } from '../support/run-command.ts';
import { runHere } from '../support/run-here.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';
import { voteInTurn } from '../support/votes.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ engine: 'sqlite' });
});
after(() => server.stop());

const asOwner = () => ({ JURYBOX_URL: server.url, JURYBOX_API_KEY: OWNER_KEY });

async function makeEvaluation(wish: EvaluationWish) {
  const made = await makeHumanEvaluation(server.owner, wish);
  await fillOutputs(server.owner, made);
  return made;
}

/** An evaluation of two variants, of which the first has this many wins and losses. */
async function makeJudged({ wins, losses }: { wins: number; losses: number }) {
  const made = await makeEvaluation({ rows: numberedRows(wins + losses) });
  const [first, second] = made.variants;
  const votes = Array.from({ length: wins + losses }, (_, index) =>
    index < wins ? (first?.id ?? '') : (second?.id ?? ''),
  );
  await voteInTurn(server.owner, made, votes);
  return made;
}

function judgementsOf(evaluation_id: string) {
  return server.owner.listJudgements({ parameters: { evaluation_id } });
}

describe('jurybox import outputs', () => {
  test('names the columns it left out, and the variants', async () => {
    const made = await makeHumanEvaluation(server.owner, { rows: numberedRows(1) });
    const [first = { name: '' }, second = { name: '' }] = made.variants;
    const input = `question,${first.name},${second.name}x,remarks\nq,a,b,none\n`;
    const result = await runCommand(['import', 'outputs', made.evaluation_id, '-'], {
      environment: asOwner(),
      input,
    });
    assert.equal(result.code, 0, result.stderr);
    assert.equal(result.stdout, 'Imported 1 outputs from 1 rows.\n');
    assert.equal(
      result.stderr,
      `Left out, because no variant has this name: ${second.name}x, remarks. The variants: ${first.name}, ${second.name}.\n`,
    );
  });
});

describe('jurybox compare', () => {
  const compare = (input: string, ...options: string[]) =>
    runHere(['compare', '-', '--name', unique('compared'), ...options], {
      environment: asOwner(),
      input,
    });

  test('names the columns that it does not use, and refuses more than ten outputs', async () => {
    const used = await compare('question,a,b,notes\nq,1,2,none\n');
    assert.equal(used.code, 0, used.stderr);
    assert.match(used.stdout, /^judged by +comparison$/m);
    assert.match(used.stdout, /^left out +notes$/m);
    const eleven = Array.from({ length: 11 }, (_, index) => `answer ${index}`).join();
    const refused = await compare(`question,${eleven}\nq,${eleven}\n`);
    assert.equal(refused.code, 4, refused.stdout);
    assert.match(refused.stderr, /at most 10 columns can hold outputs/);
  });

  test('has the outputs of one column scored, and refuses to have them compared', async () => {
    const one = 'question,answer\nq,a\n';
    const scored = await compare(one);
    assert.equal(scored.code, 0, scored.stderr);
    assert.match(scored.stdout, /^left out +–$/m);
    assert.match(scored.stdout, /^judged by +scores$/m);
    assert.equal((await compare(one, '--type', 'comparison')).code, 4);
  });
});

describe('jurybox judge', () => {
  test('takes keys for judgements, notes, skips, flags and undo', async () => {
    const made = await makeEvaluation({
      rows: numberedRows(3),
      settings: { guidelines: 'Prefer \u001b[31mshort outputs.' },
    });
    const keys = 'gnwell put\naubfodd question\ntsx';
    const result = await runHere(['judge', made.evaluation_id, '--json'], {
      environment: asOwner(),
      input: keys,
    });
    assert.equal(result.code, 0, result.stderr);
    assert.deepEqual(JSON.parse(result.stdout), {
      evaluation_id: made.evaluation_id,
      judged: 3,
      skipped: 1,
    });
    // Escape sequences in the guidelines do not reach the terminal.
    assert.match(result.stderr, /Prefer \ufffd\[31mshort outputs/);
    assert.match(result.stderr, /No tasks are left for you\. Thank you\./);
    const again = await runHere(['judge', made.evaluation_id], { environment: asOwner() });
    assert.match(again.stderr, /^Nothing to judge at the moment\.$/m);
    const judgements = await judgementsOf(made.evaluation_id);
    assert.deepEqual(judgements.map(({ outcome }) => `${outcome}`).toSorted(), [
      'both_bad',
      'slot',
      'tie',
    ]);
    const undone = judgements.find(({ version }) => version > 1);
    assert.equal(undone?.outcome, 'slot');
    assert.equal(undone?.winner_slot_id, undone?.slots[1]?.slot_id);
  });

  test('asks for scores and for each criterion', async () => {
    const scored = await makeEvaluation({
      type: 'single_model_test',
      settings: { score_min: 1, score_max: 5 },
    });
    const scoring = await runHere(['judge', scored.evaluation_id], {
      environment: asOwner(),
      input: '9\nG\nN \nwell 😀\u007fput\n4\n',
    });
    assert.match(scoring.stderr, /There are no guidelines\./);
    assert.deepEqual(
      (await judgementsOf(scored.evaluation_id)).map(({ score, note }) => [score, note]),
      [[4, 'well put']],
    );
    await server.owner.closeHumanEvaluation({ parameters: scored });
    const late = await runHere(['judge', scored.evaluation_id], { environment: asOwner() });
    assert.equal(late.code, 4);
    assert.match(late.stderr, /^This evaluation is closed\. .*"jurybox evals reopen"\.$/m);
    const withCriteria = await makeEvaluation({
      type: 'single_model_test',
      settings: {
        criteria: [
          { name: 'correct', scale: { kind: 'binary' } },
          { name: 'tone', scale: { kind: 'likert', labels: ['rude', 'plain', 'kind'] } },
          { name: 'why', scale: { kind: 'text' }, required: false },
        ],
      },
    });
    const input = 'c\nmaybe\ny\n3\n\n';
    const result = await runHere(['judge', withCriteria.evaluation_id], {
      environment: asOwner(),
      input,
    });
    const [judgement] = await judgementsOf(withCriteria.evaluation_id);
    const answers = judgement?.answers.map(({ criterion, value }) => [criterion, value]);
    assert.deepEqual(
      answers,
      [
        ['correct', true],
        ['tone', 3],
      ],
      result.stderr,
    );
  });

  test('takes single keys on a terminal, and shows no variant', async () => {
    const made = await makeEvaluation({ rows: numberedRows(2) });
    const { key } = await makeMember(server, ['evaluator']);
    const program = `${process.execPath} ${PROGRAM} judge ${made.evaluation_id}`;
    const terminal = spawn('script', ['-qec', program, '/dev/null'], {
      env: {
        PATH: process.env['PATH'],
        TERM: 'xterm',
        HOME: '/nonexistent',
        ...asOwner(),
        JURYBOX_API_KEY: key,
      },
    });
    let screen = '';
    let answers = 0;
    terminal.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      screen += chunk;
      const prompts = screen.split('Q quit').length - 1;
      if (prompts <= answers) return;
      answers = prompts;
      terminal.stdin.write('\u001b[D');
    });
    const [code] = await once(terminal, 'close');
    assert.equal(code, 0, screen);
    assert.match(screen, /Judged 2, skipped 0/);
    for (const { id, name } of made.variants) {
      assert.ok(!screen.includes(id) && !screen.includes(name));
    }
    const judgements = await judgementsOf(made.evaluation_id);
    for (const { winner_slot_id, slots } of judgements) {
      assert.equal(winner_slot_id, slots[0]?.slot_id);
    }
  });
});

describe('jurybox evals watch', () => {
  test('prints every change until all judgements are in', async () => {
    const made = await makeEvaluation({ rows: numberedRows(2) });
    const child = spawnCommand(['evals', 'watch', made.evaluation_id], { environment: asOwner() });
    const lines = createInterface({ input: child.stderr })[Symbol.asyncIterator]();
    assert.match((await lines.next()).value ?? '', /^Judgements ░{24} 0 of 2$/);
    await voteInTurn(server.owner, made, ['1']);
    assert.match(
      (await lines.next()).value ?? '',
      /^Judgements █{12}░{12} 1 of 2, about \d+ \w+ left$/,
    );
    await voteInTurn(server.owner, made, ['1', '1']);
    assert.match((await lines.next()).value ?? '', /^Judgements █{24} 2 of 2$/);
    const [code] = await once(child, 'close');
    assert.equal(code, 0);
  });

  test('ends at once if there is nothing to judge', async () => {
    const made = await makeHumanEvaluation(server.owner, { rows: [] });
    const result = await runHere(['evals', 'watch', made.evaluation_id], {
      environment: asOwner(),
    });
    assert.equal(result.code, 0, result.stderr);
    assert.equal(result.stdout, 'The evaluation has no scenarios: its test set is empty.\n');
  });
});

describe('jurybox evals watch over a bad connection', () => {
  test('reports that the connection broke, and goes on', async (t) => {
    const made = await makeEvaluation({ rows: numberedRows(1) });
    await voteInTurn(server.owner, made, ['1']);
    // The first response is the evaluation, the second the stream.
    let answers = 0;
    const proxy = await startLossyProxy(server.url, () => {
      answers += 1;
      return answers === 2;
    });
    t.after(proxy.close);
    const result = await runHere(['evals', 'watch', made.evaluation_id, '--json'], {
      environment: { ...asOwner(), JURYBOX_URL: proxy.url },
    });
    assert.equal(result.code, 0, result.stderr);
    assert.equal(result.stderr, 'The connection broke. Trying again…\n');
    assert.equal(proxy.lost(), 1);
    const { event, judgements_have } = JSON.parse(result.stdout);
    assert.deepEqual([event, judgements_have], ['progress', 1]);
  });
});

describe('jurybox results', () => {
  test('shows verdict, ranking and a plot of several variants', async () => {
    const made = await makeEvaluation({ rows: numberedRows(4), variantCount: 3 });
    const { stdout, code } = await runHere(['judge', made.evaluation_id], {
      environment: asOwner(),
      input: 'a'.repeat(12),
    });
    assert.equal(code, 0, stdout);
    const shown = await runHere(['results', made.evaluation_id], { environment: asOwner() });
    assert.equal(shown.code, 0, shown.stderr);
    for (const { name } of made.variants) assert.ok(shown.stdout.includes(name), name);
    assert.match(shown.stdout, /^variant +win rate +interval +rank$/m);
    assert.match(shown.stdout, /├─+[●┼─┊]*┤/);
    assert.equal(shown.stdout.includes('\u001b'), false);
  });

  test('4: annotators of a blind evaluation see none', async () => {
    const made = await makeEvaluation({});
    const { key } = await makeMember(server, ['evaluator']);
    const result = await runHere(['results', made.evaluation_id], {
      environment: { ...asOwner(), JURYBOX_API_KEY: key },
    });
    assert.equal(result.code, 4);
    assert.match(result.stderr, /its results are shown once it is closed/);
  });
});

describe('jurybox gate', () => {
  test('0 for the winner, 6 for the loser, 7 while nothing is settled', async () => {
    const won = await makeJudged({ wins: 30, losses: 0 });
    const [first, second] = won.variants.map(({ name }) => name);
    const gate = (id: string, ...rules: string[]) =>
      runHere(['gate', id, ...rules, '--json'], { environment: asOwner() });
    const good = await gate(won.evaluation_id, '--settled', '--winner', first ?? '');
    assert.equal(good.code, 0, good.stderr);
    const { met, cautions } = JSON.parse(good.stdout);
    assert.equal(met, true);
    assert.match(cautions.join(' '), /One annotator gave all judgements/);
    const bad = await gate(won.evaluation_id, '--not-worse', second ?? '');
    assert.equal(bad.code, 6, bad.stderr);
    const { rules } = JSON.parse(bad.stdout);
    assert.equal(rules[0].reason, `it is worse than ${first}`);
    const open = await makeJudged({ wins: 2, losses: 2 });
    const [one] = open.variants;
    const undecided = await gate(open.evaluation_id, '--winner', one?.name ?? '');
    assert.equal(undecided.code, 7, undecided.stderr);
    assert.equal((await gate(open.evaluation_id)).code, 2);
    assert.equal((await gate(open.evaluation_id, '--winner', 'nothing')).code, 4);
  });
});
