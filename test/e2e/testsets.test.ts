import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { follow } from './support/follow.ts';
import { stage } from './support/stage.ts';

const { owner, signIn } = stage();

async function makeTestset(rows: readonly Record<string, string | number>[], name = 'cases') {
  const { app_id: appId } = await owner().createApp({ body: { app_name: crypto.randomUUID() } });
  const { id } = await owner().createTestset({
    parameters: { app_id: appId },
    body: { name, csvdata: [...rows] },
  });
  return { appId, id, path: `/apps/${appId}/testsets/${id}` };
}

/** Pastes cells the way a spreadsheet copies them. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((cells) => navigator.clipboard.writeText(cells), text);
  await page.keyboard.press('Control+v');
}

/** Saves the edits, which become this revision. */
async function save(page: Page, revision: number): Promise<void> {
  await page.keyboard.press('Control+s');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText(`Saved as revision ${revision}.`).waitFor();
}

async function rowsOf(id: string) {
  return (await owner().fetchTestset({ parameters: { testset_id: id } })).csvdata;
}

describe('a test set', () => {
  test('is imported from a CSV file with a preview, some columns renamed or left out', async () => {
    const { app_id } = await owner().createApp({ body: { app_name: 'imports' } });
    const page = await signIn();
    await page.goto(`/apps/${app_id}/testsets`);
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByLabel('File (CSV, JSON or JSONL)').setInputFiles({
      name: 'questions.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        'q;internal id;expected\n"Where; is my sofa?";17;On its way\nRefund?;18;No\n',
      ),
    });
    await page.getByText('2 rows, 3 columns.').waitFor();
    await page.getByLabel('Name for the column q').fill('question');
    await page.getByLabel('Import the column internal id').uncheck();
    assert.equal(await page.getByLabel('Test set name').inputValue(), 'questions');
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
    await page.getByRole('heading', { level: 1, name: 'questions' }).waitFor();
    await page.getByRole('gridcell', { name: 'Where; is my sofa?' }).waitFor();
    const [made] = await owner().listTestsets({ query: { app_id } });
    assert.deepEqual(await rowsOf(made?.id ?? ''), [
      { question: 'Where; is my sofa?', expected: 'On its way' },
      { question: 'Refund?', expected: 'No' },
    ]);
  });

  test('is not imported from a malformed table, whose fault is shown, and is pasted from a spreadsheet', async () => {
    const { app_id } = await owner().createApp({ body: { app_name: 'pastes' } });
    const page = await signIn();
    await page.goto(`/apps/${app_id}/testsets`);
    await page.getByRole('button', { name: 'Import' }).click();
    const submit = page.getByRole('dialog').getByRole('button', { name: 'Import' });
    const files: readonly (readonly [Buffer, string])[] = [
      [Buffer.from('q\ncaf\xe9\n', 'latin1'), 'Line 2: This is not text in UTF-8'],
      [Buffer.from('q,a\n1,2\n1,2,3\n'), 'Line 3: A row has 3 cells, the header 2.'],
    ];
    for (const [buffer, sentence] of files) {
      const file = { name: 'rows.csv', mimeType: 'text/csv', buffer };
      await page.getByLabel('File (CSV, JSON or JSONL)').setInputFiles(file);
      await page.getByText(sentence).waitFor();
      assert.ok(await submit.isDisabled());
    }
    const area = page.getByLabel('Or paste from a spreadsheet');
    await area.fill('a\ta\n1\t2');
    await page.getByText('Two columns are called “a”.').waitFor();
    await area.fill('[{"a": 1}, 2]');
    await page.getByText('Row 2 is not an object with columns.').waitFor();
    await area.fill('{"a": 1}\n{"a": ');
    await page.getByText('Line 2 is not valid JSON').waitFor();
    await area.fill('question\texpected\nHow tall?\t"two\nlines"');
    await page.getByText('1 row, 2 columns.').waitFor();
    await page.getByLabel('Test set name').fill('pasted');
    await submit.click();
    await page.getByRole('heading', { level: 1, name: 'pasted' }).waitFor();
    const [made] = await owner().listTestsets({ query: { app_id } });
    assert.deepEqual(await rowsOf(made?.id ?? ''), [
      { question: 'How tall?', expected: 'two\nlines' },
    ]);
  });

  test('is edited by keyboard, with undo, paste and a message', async () => {
    const { id, path } = await makeTestset([
      { question: 'one', score: 1 },
      { question: 'two', score: 2 },
    ]);
    const page = await signIn();
    await page.goto(path);
    await page.getByRole('grid', { name: 'cases' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('changed');
    await page.keyboard.press('Enter');
    await page.getByRole('gridcell', { name: 'changed' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('F2');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Home');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Control+z');
    await page.getByRole('gridcell', { name: 'changed' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await paste(page, 'pasted\t7\textra\nlast\t8\tcell\n');
    await page.getByRole('gridcell', { name: 'extra' }).waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Rows: 2 changed, 1 added.').waitFor();
    await page.getByLabel('Message').fill('By hand');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved as revision 2.').waitFor();
    assert.deepEqual(await rowsOf(id), [
      { question: 'one', score: 1, 'column 3': '' },
      { question: 'pasted', score: 7, 'column 3': 'extra' },
      { question: 'last', score: '8', 'column 3': 'cell' },
    ]);
  });

  test('gains and loses columns and rows, and keeps its revisions', async () => {
    const { id, path } = await makeTestset([{ question: 'one' }]);
    const page = await signIn();
    await page.goto(path);
    await page.getByRole('button', { name: 'Add column' }).click();
    await page.getByLabel('Column name').fill('expected');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Add row' }).click();
    await page.getByRole('button', { name: 'Actions for column question' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByLabel('Column name').fill('input');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('button', { name: 'Delete row 1' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved as revision 2.').waitFor();
    assert.deepEqual(await rowsOf(id), [{ input: '', expected: '' }]);

    await page.getByRole('button', { name: 'Revisions' }).click();
    await page.getByRole('link', { name: 'Revision 1' }).click();
    await page.getByText('This is revision 1').waitFor();
    await page.getByRole('gridcell', { name: 'one' }).waitFor();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Revision 1 was restored as revision 3.').waitFor();
    assert.deepEqual(await rowsOf(id), [{ question: 'one' }]);

    // Keys and a paste in the menu and the dialog of a column do not change the cell.
    await page.getByRole('gridcell', { name: 'one' }).click();
    await page.getByRole('button', { name: 'Actions for column question' }).focus();
    await page.keyboard.press('Enter');
    const rename = page.getByRole('menuitem', { name: 'Rename' });
    await rename.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    const name = page.getByLabel('Column name');
    await name.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('put');
    await page.keyboard.press('Home');
    await paste(page, 'in');
    assert.equal(await name.inputValue(), 'input');
    await page.keyboard.press('Enter');
    await page.getByRole('columnheader', { name: 'input' }).waitFor();
    await save(page, 4);
    assert.deepEqual(await rowsOf(id), [{ input: 'one' }]);
  });

  test('keeps its cursor inside when rows, the last column or all rows disappear', async () => {
    const { id, path } = await makeTestset([
      { question: 'one', expected: 'yes' },
      { question: 'two', expected: 'no' },
    ]);
    const page = await signIn();
    await page.goto(path);
    const grid = page.getByRole('grid');
    await page.getByRole('gridcell', { name: 'two' }).click();
    await paste(page, 'a\nb\nc');
    await page.getByRole('gridcell', { name: 'c', exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+z');
    await page.keyboard.type('last');
    await page.getByRole('textbox', { name: 'question, row 2' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Delete row 2' }).click();
    await grid.focus();
    await page.keyboard.type('first');
    await page.getByRole('textbox', { name: 'question, row 1' }).waitFor();
    await page.keyboard.press('Enter');
    await save(page, 2);
    assert.deepEqual(await rowsOf(id), [{ question: 'first', expected: 'yes' }]);

    await page.getByRole('gridcell', { name: 'yes' }).click();
    await page.getByRole('button', { name: 'Actions for column expected' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('columnheader', { name: 'expected' }).waitFor({ state: 'detached' });
    await grid.focus();
    await page.keyboard.type('x');
    await page.getByRole('textbox', { name: 'question, row 1' }).waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Delete row 1' }).click();
    await page.getByRole('gridcell', { name: 'first' }).waitFor({ state: 'detached' });
    await grid.focus();
    // No cell takes the letter; the paste creates one.
    await page.keyboard.type('x');
    await paste(page, 'two');
    await page.getByRole('gridcell', { name: 'two' }).waitFor();
  });

  test('keeps the text of a cell when another one is clicked, Tab leaves it or the palette opens over it', async () => {
    const { path } = await makeTestset([{ question: 'one' }, { question: 'two' }]);
    const page = await signIn();
    await page.goto(path);
    const grid = page.getByRole('grid', { name: 'cases' });
    const cells = page.getByRole('gridcell');
    await grid.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('London');
    await page.getByRole('gridcell', { name: 'one' }).click();
    await page.getByRole('gridcell', { name: 'London' }).waitFor();
    await page.keyboard.type('Paris');
    await page.keyboard.press('Enter');
    await page.getByRole('gridcell', { name: 'Paris' }).waitFor();
    assert.deepEqual(await cells.allTextContents(), ['Paris', 'London']);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await page.getByRole('gridcell', { name: 'two' }).waitFor();
    assert.deepEqual(await cells.allTextContents(), ['one', 'two']);
    assert.ok(await page.getByRole('button', { name: 'Undo' }).isDisabled());

    await page.keyboard.press('Home');
    await page.keyboard.type('typed');
    await page.keyboard.press('Tab');
    const typed = page.getByRole('gridcell', { name: 'typed' });
    await typed.waitFor();
    await grid.and(page.locator(':focus')).waitFor();
    // As a Cyrillic keyboard sends it.
    await grid.dispatchEvent('keydown', { key: 'я', code: 'KeyZ', ctrlKey: true });
    await typed.waitFor({ state: 'hidden' });
    assert.deepEqual(await cells.allTextContents(), ['one', 'two']);

    await page.keyboard.type('typed');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.press('Escape');
    await typed.waitFor();
    await grid.and(page.locator(':focus')).waitFor();

    await typed.dblclick();
    const cell = page.getByRole('textbox', { name: /^question, row/ });
    await cell.waitFor();
    await page.keyboard.type(' more');
    // Selects one word.
    await cell.dblclick({ position: { x: 12, y: 16 } });
    await page.keyboard.type('two');
    assert.equal(await cell.inputValue(), 'two more');
  });

  test('saves a pasted cell with line breaks, a cell that is still being edited, and one composed by an input method', async () => {
    const { id, path } = await makeTestset([
      { question: 'two\nlines\tand "quotes"' },
      { question: '' },
      { question: 'three' },
    ]);
    const page = await signIn();
    await page.goto(path);
    const grid = page.getByRole('grid');
    await grid.focus();
    await page.keyboard.press('Control+c');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+v');
    await page
      .getByRole('gridcell', { name: /^two lines/ })
      .nth(1)
      .waitFor();
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved as revision 2.').waitFor();
    assert.deepEqual(await rowsOf(id), [
      { question: 'two\nlines\tand "quotes"' },
      { question: 'two\nlines\tand "quotes"' },
      { question: 'three' },
    ]);

    await page.getByRole('gridcell', { name: 'three' }).click();
    await page.keyboard.type('by key');
    await page.keyboard.press('Control+s');
    await dialog.getByText('Rows: 1 changed.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await grid.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByRole('gridcell', { name: 'three' }).waitFor();
    await page.keyboard.type('by button');
    await page.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Rows: 1 changed.').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved as revision 3.').waitFor();
    assert.deepEqual((await rowsOf(id))[2], { question: 'by button' });

    await page.getByRole('gridcell', { name: 'by button' }).click();
    await page.keyboard.press('F2');
    const cell = page.getByRole('textbox', { name: 'question, row 3' });
    await cell.waitFor();
    await page.keyboard.press('Control+a');
    const keys = await page.context().newCDPSession(page);
    await keys.send('Input.imeSetComposition', {
      text: 'かんじ',
      selectionStart: 3,
      selectionEnd: 3,
    });
    // Enter belongs to the input method while a word is being composed.
    await page.keyboard.press('Enter');
    assert.equal(await cell.count(), 1);
    await keys.send('Input.insertText', { text: '漢字' });
    await cell.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('gridcell', { name: '漢字' }).waitFor();
    await save(page, 4);
    assert.match(JSON.stringify((await rowsOf(id))[2]), /漢字/);
  });

  test('asks before the user leaves a cell that is still being edited', async () => {
    const { appId, path } = await makeTestset([{ question: 'one' }]);
    const page = await signIn();
    await page.goto(`/apps/${appId}/testsets`);
    await page.getByRole('link', { name: 'cases' }).click();
    await page.getByRole('grid').focus();
    await page.keyboard.type('not saved yet');
    const reload = page.waitForEvent('dialog');
    const reloaded = page.evaluate(() => location.reload());
    await (await reload).dismiss();
    await reloaded;
    await page.evaluate(() => history.back());
    const question = page.getByRole('alertdialog');
    await question.locator(':focus').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('gridcell', { name: 'not saved yet' }).waitFor();
    assert.equal(new URL(page.url()).pathname, path);
  });

  test('opens the chosen revision, also from a list without the newest', async () => {
    const { id, path } = await makeTestset([{ question: 'one' }]);
    await owner().updateTestset({
      parameters: { testset_id: id },
      body: { name: 'cases', csvdata: [{ question: 'two' }] },
    });
    const page = await signIn();
    await page.goto(path);
    const showRevisions = page.getByRole('button', { name: 'Revisions' });
    await showRevisions.click();
    await page.getByRole('link', { name: 'Revision 2' }).waitFor();
    await page.keyboard.press('Escape');
    const released = Promise.withResolvers<void>();
    await page.route(/\/revisions\b/, async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.getByRole('grid').focus();
    await page.keyboard.type('three');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('revision 3').first().waitFor();
    await showRevisions.click();
    await page.getByRole('link', { name: 'Revision 2' }).click();
    released.resolve();
    await page.getByText('This is revision 2').waitFor();
    await page.getByRole('gridcell', { name: 'two' }).waitFor();
    // An address that names no revision shows the newest.
    await follow(page, `${path}?revision=1.5`);
    await page.getByRole('gridcell', { name: 'three' }).waitFor();
  });

  test('shows the newest revision, asks before restoring one over edits, and restores at the second attempt when another person saved before the first', async () => {
    const { id, path } = await makeTestset([{ question: 'one' }]);
    const saveElsewhere = (question: string) =>
      owner().updateTestset({
        parameters: { testset_id: id },
        body: { name: 'cases', csvdata: [{ question }] },
      });
    const page = await signIn({ expected: /412 \(Precondition Failed\)/ });
    const showRevision = async (number: number) => {
      await page.getByRole('button', { name: 'Revisions' }).click();
      await page.getByRole('link', { name: `Revision ${number}` }).click();
    };
    await page.goto(path);
    await page.getByRole('gridcell', { name: 'one' }).waitFor();
    await saveElsewhere('theirs');
    await showRevision(2);
    await page.getByRole('gridcell', { name: 'theirs' }).waitFor();

    await page.getByRole('grid').focus();
    await page.keyboard.type('not saved yet');
    await page.keyboard.press('Enter');
    await showRevision(1);
    const restore = page.getByRole('button', { name: 'Restore', exact: true });
    await restore.click();
    const question = page.getByRole('alertdialog', { name: 'Restore revision 1?' });
    await question.getByText('Rows: 1 changed.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Back to the current' }).click();
    await page.getByRole('gridcell', { name: 'not saved yet' }).waitFor();
    assert.deepEqual(await rowsOf(id), [{ question: 'theirs' }]);

    await showRevision(1);
    await restore.click();
    await question.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Revision 1 was restored as revision 3.').waitFor();
    assert.deepEqual(await rowsOf(id), [{ question: 'one' }]);

    await showRevision(2);
    await page.getByText('This is revision 2').waitFor();
    await saveElsewhere('four');
    await restore.click();
    await page.getByRole('alert').waitFor();
    await restore.click();
    await page.getByText('Revision 2 was restored as revision 5.').waitFor();
    assert.deepEqual(await rowsOf(id), [{ question: 'theirs' }]);
  });

  test('lets me choose between conflicting rows, and has no conflict when it was only renamed meanwhile', async () => {
    const { id, path } = await makeTestset([{ question: 'one' }]);
    const page = await signIn({ expected: /412 \(Precondition Failed\)/ });
    const writeMine = async (text: string) => {
      await page.getByRole('grid').focus();
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Home');
    };
    await page.goto(path);
    await writeMine('mine');
    await owner().updateTestset({
      parameters: { testset_id: id },
      body: { name: 'cases', csvdata: [{ question: 'theirs' }, { question: 'two' }] },
    });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    const conflict = page.getByRole('dialog', { name: 'Another person saved first' });
    await conflict.getByText('Rows: 1 changed, 1 added.').waitFor();
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('gridcell', { name: 'mine' }).waitFor();
    await save(page, 3);
    assert.deepEqual(await rowsOf(id), [{ question: 'mine' }]);

    await writeMine('mine again');
    await page.getByRole('button', { name: 'Actions for cases' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByLabel('Test set name').fill('other cases');
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('grid', { name: 'other cases' }).waitFor();
    await save(page, 4);
    assert.deepEqual(await rowsOf(id), [{ question: 'mine again' }]);

    await writeMine('mine at last');
    await owner().updateTestset({
      parameters: { testset_id: id },
      body: { name: 'third cases', csvdata: [{ question: 'mine again' }] },
    });
    await save(page, 5);
    await page.getByRole('grid', { name: 'third cases' }).waitFor();
    assert.deepEqual(await rowsOf(id), [{ question: 'mine at last' }]);
  });

  test('keeps its dialog open while a revision is being saved, and closes it on Escape when saving failed', async () => {
    const { id, path } = await makeTestset([{ question: 'one' }]);
    const page = await signIn({ expected: /503 \(Service Unavailable\)/ });
    await page.goto(path);
    await page.getByRole('grid').focus();
    await page.keyboard.type('mine');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    const save = async () => {
      await page.getByRole('button', { name: 'Save' }).click();
      await dialog.getByRole('button', { name: 'Save' }).click();
    };
    await page.route(`**/api/testsets/${id}`, (route) => route.fulfill({ status: 503 }), {
      times: 1,
    });
    await save();
    await dialog.getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    const { promise: requested, resolve: noteRequest } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(`**/api/testsets/${id}`, async (route) => {
      noteRequest();
      await released;
      await route.continue();
    });
    await save();
    await requested;
    await page.keyboard.press('Escape');
    assert.ok(await dialog.getByRole('button', { name: 'Cancel' }).isDisabled());
    assert.ok(await dialog.getByRole('button', { name: 'Close' }).isDisabled());
    release();
    await page.getByText('Saved as revision 2.').waitFor();
    await dialog.filter({ hasText: 'Cancel' }).waitFor({ state: 'detached' });
    assert.deepEqual(await rowsOf(id), [{ question: 'mine' }]);
  });

  test('is exported, renamed and deleted', async () => {
    const { path } = await makeTestset([{ question: 'one' }], 'to go');
    const page = await signIn();
    await page.goto(path);
    await page.getByRole('button', { name: 'Actions for to go' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
    const stream = await (await download).createReadStream();
    assert.equal((await stream.toArray()).join('').trim(), 'question\r\none');
    await page.getByRole('button', { name: 'Actions for to go' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByLabel('Test set name').fill('gone soon');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('button', { name: 'Actions for gone soon' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('gone soon was deleted.').waitFor();
    await page.getByRole('heading', { name: 'Create a test set' }).waitFor();
  });

  for (const [rows, columns] of [
    [10_000, 10],
    [100, 200],
  ] as const) {
    test(`of ${rows} rows and ${columns} columns renders only what is in sight`, async () => {
      const names = Array.from({ length: columns }, (_, index) => `column ${index + 1}`);
      const { path } = await makeTestset(
        Array.from({ length: rows }, (_, row) =>
          Object.fromEntries(names.map((name) => [name, `${name} of row ${row + 1}`])),
        ),
      );
      const page = await signIn();
      await page.goto(path);
      await page.getByRole('gridcell', { name: 'column 1 of row 1', exact: true }).waitFor();
      await page.getByRole('grid').focus();
      await page.keyboard.press('Control+End');
      const last = `column ${columns} of row ${rows}`;
      await page.getByRole('gridcell', { name: last, exact: true }).waitFor();
      await page.keyboard.press('Home');
      const first = `column 1 of row ${rows}`;
      await page.getByRole('gridcell', { name: first, exact: true }).waitFor();
      assert.ok((await page.getByRole('gridcell').count()) < 800);
      await page.getByRole('grid').evaluate((grid) => {
        grid.scrollTop = grid.scrollHeight / 2;
      });
      const middle = `column 1 of row ${rows / 2}`;
      await page.getByRole('gridcell', { name: middle, exact: true }).waitFor();
      assert.ok((await page.getByRole('gridcell').count()) < 800);
    });
  }
});
