import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { onEachEngine } from '../support/engines.ts';
import { fillOutputs, writeOutputs } from '../support/evaluation-outputs.ts';
import { type MadeEvaluation, makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { expectProblem } from '../support/expect.ts';
import { outputsOf } from '../support/generation.ts';
import { outputTable, outputTexts, sendOutputs } from '../support/output-files.ts';
import { takeTasks } from '../support/take-tasks.ts';

/** Few enough to be read in one statement, and each so long that it is written by itself. */
const FEW_ROWS = 6;
const LONG = 'lorem ipsum '.repeat(12_000);

/** So many that their outputs are written in three batches. */
const ROWS = 750;

/** Each leaves outputs behind that the next one hides. */
const FILES = 25;

onEachEngine((server) => {
  describe('importOutputs while others read and write', () => {
    const make = (rows: number, wish: Parameters<typeof makeHumanEvaluation>[1] = {}) =>
      makeHumanEvaluation(server().owner, { rows: numberedRows(rows), ...wish });

    const importTexts = (made: MadeEvaluation, texts: readonly (readonly string[])[]) =>
      sendOutputs(server().owner, made, { content: outputTable(made, texts) });

    test('shows the whole file or nothing of it', async () => {
      const { owner } = server();
      const made = await make(FEW_ROWS);
      for (const text of [`first ${LONG}`, `second ${LONG}`]) {
        const before = JSON.stringify(await outputsOf(owner, made));
        const texts = outputTexts(FEW_ROWS, text);
        const after = JSON.stringify(texts);
        let isDone = false;
        const importing = importTexts(made, texts).finally(() => {
          isDone = true;
        });
        while (!isDone) {
          const shown = JSON.stringify(await outputsOf(owner, made));
          assert.ok(shown === before || shown === after, 'a part of the file was shown');
        }
        assert.equal((await importing).status, 200);
        assert.equal(JSON.stringify(await outputsOf(owner, made)), after);
      }
      assert.equal((await takeTasks(owner, made, 5)).length, 5);
    });

    test('does not mix simultaneous files', async () => {
      const { owner } = server();
      const made = await make(ROWS);
      const files = ['one', 'two', 'three'].map((text) => outputTexts(ROWS, text));
      // Half of two of the files is stored already.
      const [, second = [], third = []] = files;
      await importTexts(made, [...third.slice(0, ROWS / 2), ...second.slice(ROWS / 2)]);
      const replies = await Promise.all(files.map((texts) => importTexts(made, texts)));
      assert.deepEqual(
        replies.map(({ status, body }) => [status, 'rows' in body && body.rows]),
        files.map(() => [200, ROWS]),
      );
      const stored = JSON.stringify(await outputsOf(owner, made));
      const texts = files.map((file) => JSON.stringify(file));
      assert.ok(texts.includes(stored), 'outputs of different files are mixed');
    });

    test('stores two simultaneous files about different outputs', async () => {
      const { owner } = server();
      const made = await make(ROWS);
      const texts = outputTexts(ROWS, 'text');
      const columns = [
        texts.map(([first]) => [first, '']),
        texts.map(([, second]) => ['', second]),
      ];
      const replies = await Promise.all(columns.map((cells) => importTexts(made, cells)));
      for (const { body } of replies)
        assert.deepEqual(body, { rows: ROWS, outputs: ROWS, left_out: [] });
      assert.deepEqual(await outputsOf(owner, made), texts);
    });

    test('shows the last of many files, even if others were sent at the same time', async () => {
      const { owner } = server();
      const made = await make(3);
      const texts = (file: number) => outputTexts(3, `of file ${file}`);
      for (let file = 0; file < FILES; file += 1) {
        assert.equal((await importTexts(made, texts(file))).status, 200);
      }
      assert.deepEqual(await outputsOf(owner, made), texts(FILES - 1));
      const importColumn = async (column: number) => {
        for (let file = FILES; file < FILES + 10; file += 1) {
          const cells = texts(file).map((row) =>
            row.map((cell, at) => (at === column ? cell : '')),
          );
          assert.equal((await importTexts(made, cells)).status, 200);
        }
      };
      await Promise.all([importColumn(0), importColumn(1)]);
      assert.deepEqual(await outputsOf(owner, made), texts(FILES + 9));
      assert.equal((await takeTasks(owner, made, 3)).length, 3);
    });

    test('is refused or stored as a whole while an annotator judges the outputs', async () => {
      const { owner } = server();
      const made = await make(ROWS);
      const before = outputTexts(ROWS, 'before');
      const after = outputTexts(ROWS, 'after');
      await importTexts(made, before);
      const tasks = await takeTasks(owner, made, 5);
      const importing = importTexts(made, after);
      const statuses: number[] = [];
      for (const { id } of tasks) {
        const parameters = { assignment_id: id };
        const body = { outcome: 'tie' } as const;
        const judged = await owner.reply.submitJudgement({ parameters, body });
        if (judged.status !== 200) expectProblem(judged, 'lease_expired');
        statuses.push(judged.status);
      }
      const reply = await importing;
      const isJudged = statuses.includes(200);
      if (isJudged) expectProblem(reply, 'already_judged');
      else assert.equal(reply.status, 200);
      assert.deepEqual(await outputsOf(owner, made), isJudged ? before : after);
    });

    test('is stored while an annotator judges other outputs of the same scenarios', async () => {
      const { owner } = server();
      const made = await make(ROWS, { type: 'single_model_test', variantCount: 2 });
      const texts = outputTexts(ROWS, 'text');
      const first = texts.map(([text]) => [text, '']);
      await importTexts(made, first);
      const tasks = await takeTasks(owner, made, 5);
      const importing = importTexts(made, texts);
      for (const { id } of tasks) {
        const parameters = { assignment_id: id };
        const judged = await owner.reply.submitJudgement({ parameters, body: { score: 1 } });
        if (judged.status !== 200) expectProblem(judged, 'lease_expired');
      }
      assert.deepEqual((await importing).body, { rows: ROWS, outputs: ROWS, left_out: [] });
      assert.deepEqual(await outputsOf(owner, made), texts);
    });

    test('is refused or stored as a whole while the evaluation is closed', async () => {
      const { owner } = server();
      const made = await make(ROWS);
      const texts = outputTexts(ROWS, 'text');
      const [reply, closed] = await Promise.all([
        importTexts(made, texts),
        owner.reply.closeHumanEvaluation({ parameters: made }),
      ]);
      assert.equal(closed.status, 200);
      if (reply.status !== 200) expectProblem(reply, 'evaluation_closed');
      const stored = (await outputsOf(owner, made)).flat();
      const expected = reply.status === 200 ? texts.flat() : Array(2 * ROWS).fill(undefined);
      assert.deepEqual(stored, expected);
    });

    test('200 or 404 while the evaluation is deleted', async () => {
      const { owner } = server();
      const made = await make(ROWS);
      const texts = outputTexts(ROWS, 'text');
      const [reply] = await Promise.all([
        importTexts(made, texts),
        owner.deleteHumanEvaluations({ body: { evaluations_ids: [made.evaluation_id] } }),
      ]);
      if (reply.status === 200)
        assert.deepEqual(reply.body, { rows: ROWS, outputs: 2 * ROWS, left_out: [] });
      else expectProblem(reply, 'evaluation_not_found');
    });

    test('never mixes outputs within a scenario that is written meanwhile', async () => {
      const { owner } = server();
      const made = await make(150);
      await fillOutputs(owner, made);
      const texts = outputTexts(150, 'imported');
      const importing = importTexts(made, texts);
      await writeOutputs(owner, made, () => 'written');
      assert.equal((await importing).status, 200);
      for (const [row, outputs] of (await outputsOf(owner, made)).entries()) {
        const isWritten = outputs.every((output) => output === 'written');
        if (!isWritten) assert.deepEqual(outputs, texts[row]);
      }
      assert.equal((await takeTasks(owner, made, 5)).length, 5);
    });
  });
});
