import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { percentile } from './support/paint-times.ts';
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

/** As a spreadsheet puts cells on the clipboard. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((cells) => navigator.clipboard.writeText(cells), text);
  await page.keyboard.press('Control+v');
}

/** Runs in the page: scrolls through everything in a hundred steps, one a frame. */
async function framesMs(): Promise<number[]> {
  const grid = document.querySelector('[role=grid]');
  if (grid === null) return [];
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  let before = await frame();
  const frames: number[] = [];
  for (let step = 0; step <= 100; step += 1) {
    grid.scrollTop = (grid.scrollHeight * step) / 100;
    const now = await frame();
    frames.push(now - before);
    before = now;
  }
  return frames;
}

async function rowsOf(id: string) {
  return (await owner().fetchTestset({ parameters: { testset_id: id } })).csvdata;
}

describe('a test set', () => {
  test('is imported from a CSV file with a preview, renamed and left-out columns', async () => {
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

  test('is pasted from a spreadsheet, and a bad paste says what is wrong', async () => {
    const { app_id } = await owner().createApp({ body: { app_name: 'pastes' } });
    const page = await signIn();
    await page.goto(`/apps/${app_id}/testsets`);
    await page.getByRole('button', { name: 'Import' }).click();
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
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
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

  test('gets columns and rows, loses them, and keeps its revisions', async () => {
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
  });

  test('takes no keys and no paste that are meant for the menu and the dialogs of a column', async () => {
    const { id, path } = await makeTestset([{ question: 'one' }]);
    const page = await signIn();
    await page.goto(path);
    await page.getByRole('gridcell', { name: 'one' }).click();
    const menu = page.getByRole('button', { name: 'Actions for column question' });
    await menu.focus();
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
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved as revision 2.').waitFor();
    assert.deepEqual(await rowsOf(id), [{ input: 'one' }]);
  });

  test('keeps its cursor inside when rows disappear', async () => {
    const { id, path } = await makeTestset([{ question: 'one' }, { question: 'two' }]);
    const page = await signIn();
    await page.goto(path);
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
    await page.getByRole('grid').focus();
    await page.keyboard.type('first');
    await page.getByRole('textbox', { name: 'question, row 1' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved as revision 2.').waitFor();
    assert.deepEqual(await rowsOf(id), [{ question: 'first' }]);
  });

  test('keeps its cursor inside when the last column disappears', async () => {
    const { path } = await makeTestset([{ question: 'one', expected: 'two' }]);
    const page = await signIn();
    await page.goto(path);
    await page.getByRole('gridcell', { name: 'two' }).click();
    await page.getByRole('button', { name: 'Actions for column expected' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('columnheader', { name: 'expected' }).waitFor({ state: 'detached' });
    await page.getByRole('grid').focus();
    await page.keyboard.type('x');
    await page.getByRole('textbox', { name: 'question, row 1' }).waitFor();
  });

  test('without rows takes a paste after a letter that no cell can take', async () => {
    const { path } = await makeTestset([{ question: 'one' }]);
    const page = await signIn();
    await page.goto(path);
    await page.getByRole('button', { name: 'Delete row 1' }).click();
    await page.getByRole('gridcell', { name: 'one' }).waitFor({ state: 'detached' });
    await page.getByRole('grid').focus();
    await page.keyboard.type('x');
    await paste(page, 'two');
    await page.getByRole('gridcell', { name: 'two' }).waitFor();
  });

  test('keeps a typed cell and moves to the cell that is clicked next', async () => {
    const { path } = await makeTestset([{ question: 'one' }, { question: 'two' }]);
    const page = await signIn();
    await page.goto(path);
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('London');
    await page.getByRole('gridcell', { name: 'one' }).click();
    await page.getByRole('gridcell', { name: 'London' }).waitFor();
    await page.keyboard.type('Paris');
    await page.keyboard.press('Enter');
    const cells = page.getByRole('gridcell');
    await page.getByRole('gridcell', { name: 'Paris' }).waitFor();
    assert.deepEqual(await cells.allTextContents(), ['Paris', 'London']);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await page.getByRole('gridcell', { name: 'two' }).waitFor();
    assert.deepEqual(await cells.allTextContents(), ['one', 'two']);
    assert.ok(await page.getByRole('button', { name: 'Undo' }).isDisabled());
  });

  test('keeps what is typed in a cell when a word of it is double-clicked', async () => {
    const { path } = await makeTestset([{ question: 'one' }]);
    const page = await signIn();
    await page.goto(path);
    await page.getByRole('gridcell', { name: 'one' }).dblclick();
    const cell = page.getByRole('textbox', { name: 'question, row 1' });
    await cell.waitFor();
    await page.keyboard.type(' more');
    await cell.dblclick({ position: { x: 12, y: 16 } });
    await page.keyboard.type('two');
    assert.equal(await cell.inputValue(), 'two more');
  });

  test('pastes a copied cell with line breaks into one cell', async () => {
    const { id, path } = await makeTestset([
      { question: 'two\nlines\tand "quotes"' },
      { question: '' },
      { question: 'three' },
    ]);
    const page = await signIn();
    await page.goto(path);
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+c');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+v');
    await page
      .getByRole('gridcell', { name: /^two lines/ })
      .nth(1)
      .waitFor();
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved as revision 2.').waitFor();
    assert.deepEqual(await rowsOf(id), [
      { question: 'two\nlines\tand "quotes"' },
      { question: 'two\nlines\tand "quotes"' },
      { question: 'three' },
    ]);
  });

  test('saves the text of a cell that is still being edited', async () => {
    const { id, path } = await makeTestset([{ question: 'one' }]);
    const page = await signIn();
    await page.goto(path);
    await page.getByRole('grid').focus();
    await page.keyboard.type('by key');
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Rows: 1 changed.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('grid').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByRole('gridcell', { name: 'one' }).waitFor();
    await page.keyboard.type('by button');
    await page.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Rows: 1 changed.').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved as revision 2.').waitFor();
    assert.deepEqual(await rowsOf(id), [{ question: 'by button' }]);
  });

  test('keeps a typed cell and the focus when Tab leaves the cell', async () => {
    const { path } = await makeTestset([{ question: 'one' }, { question: 'two' }]);
    const page = await signIn();
    await page.goto(path);
    await page.getByRole('grid').focus();
    await page.keyboard.type('typed');
    await page.keyboard.press('Tab');
    await page.getByRole('gridcell', { name: 'typed' }).waitFor();
    await page.getByRole('grid').and(page.locator(':focus')).waitFor();
  });

  test('keeps a typed cell and the focus when the palette opens over it', async () => {
    const { path } = await makeTestset([{ question: 'one' }]);
    const page = await signIn();
    await page.goto(path);
    await page.getByRole('grid', { name: 'cases' }).focus();
    await page.keyboard.type('typed');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('gridcell', { name: 'typed' }).waitFor();
    await page.getByRole('grid').and(page.locator(':focus')).waitFor();
  });

  test('takes undo from a keyboard of another script', async () => {
    const { path } = await makeTestset([{ question: 'one' }]);
    const page = await signIn();
    await page.goto(path);
    const grid = page.getByRole('grid', { name: 'cases' });
    await grid.focus();
    await page.keyboard.press('Delete');
    await page.getByRole('gridcell', { name: 'one' }).waitFor({ state: 'hidden' });
    await grid.dispatchEvent('keydown', { key: 'я', code: 'KeyZ', ctrlKey: true });
    await page.getByRole('gridcell', { name: 'one' }).waitFor();
  });

  test('asks before the text of a cell that is still being edited is left behind', async () => {
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

  test('shows the newest revision when it is chosen from the list', async () => {
    const { id, path } = await makeTestset([{ question: 'one' }]);
    const page = await signIn();
    await page.goto(path);
    await page.getByRole('gridcell', { name: 'one' }).waitFor();
    await owner().updateTestset({
      parameters: { testset_id: id },
      body: { name: 'cases', csvdata: [{ question: 'theirs' }] },
    });
    await page.getByRole('button', { name: 'Revisions' }).click();
    await page.getByRole('link', { name: 'Revision 2' }).click();
    await page.getByRole('gridcell', { name: 'theirs' }).waitFor();
  });

  test('is restored at the second attempt when another person saved before the first', async () => {
    const { id, path } = await makeTestset([{ question: 'one' }]);
    const save = (question: string) =>
      owner().updateTestset({
        parameters: { testset_id: id },
        body: { name: 'cases', csvdata: [{ question }] },
      });
    await save('two');
    const page = await signIn({ expected: /412 \(Precondition Failed\)/ });
    await page.goto(`${path}?revision=1`);
    await page.getByText('This is revision 1').waitFor();
    await save('three');
    const restore = page.getByRole('button', { name: 'Restore', exact: true });
    await restore.click();
    await page.getByRole('alert').waitFor();
    await restore.click();
    await page.getByText('Revision 1 was restored as revision 4.').waitFor();
    assert.deepEqual(await rowsOf(id), [{ question: 'one' }]);
  });

  test('asks before a restored revision takes the place of edits', async () => {
    const { id, path } = await makeTestset([{ question: 'one' }]);
    await owner().updateTestset({
      parameters: { testset_id: id },
      body: { name: 'cases', csvdata: [{ question: 'two' }] },
    });
    const page = await signIn();
    await page.goto(path);
    await page.getByRole('grid').focus();
    await page.keyboard.type('not saved yet');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Revisions' }).click();
    await page.getByRole('link', { name: 'Revision 1' }).click();
    const restore = page.getByRole('button', { name: 'Restore', exact: true });
    await restore.click();
    const question = page.getByRole('alertdialog', { name: 'Restore revision 1?' });
    await question.getByText('Rows: 1 changed.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Back to the current' }).click();
    await page.getByRole('gridcell', { name: 'not saved yet' }).waitFor();
    assert.deepEqual(await rowsOf(id), [{ question: 'two' }]);

    await page.getByRole('button', { name: 'Revisions' }).click();
    await page.getByRole('link', { name: 'Revision 1' }).click();
    await restore.click();
    await question.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Revision 1 was restored as revision 3.').waitFor();
    assert.deepEqual(await rowsOf(id), [{ question: 'one' }]);
  });

  test('takes Enter for an input method while a word is composed in a cell', async () => {
    const { id, path } = await makeTestset([{ question: 'one' }]);
    const page = await signIn();
    await page.goto(path);
    await page.getByRole('grid').focus();
    await page.keyboard.press('F2');
    const cell = page.getByRole('textbox', { name: 'question, row 1' });
    await cell.waitFor();
    await page.keyboard.press('Control+a');
    const keys = await page.context().newCDPSession(page);
    await keys.send('Input.imeSetComposition', {
      text: 'かんじ',
      selectionStart: 3,
      selectionEnd: 3,
    });
    await page.keyboard.press('Enter');
    assert.equal(await cell.count(), 1);
    await keys.send('Input.insertText', { text: '漢字' });
    await cell.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('gridcell', { name: '漢字' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved as revision 2.').waitFor();
    assert.match(JSON.stringify(await rowsOf(id)), /漢字/);
  });

  test('is not imported from a file that is no text or has cells too many', async () => {
    const { app_id } = await owner().createApp({ body: { app_name: 'refused files' } });
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
  });

  test('saved by somebody else meanwhile lets me choose whose rows go on', async () => {
    const { id, path } = await makeTestset([{ question: 'one' }]);
    const page = await signIn({ expected: /412 \(Precondition Failed\)/ });
    await page.goto(path);
    await page.getByRole('grid').focus();
    await page.keyboard.type('mine');
    await page.keyboard.press('Enter');
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
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved as revision 3.').waitFor();
    assert.deepEqual(await rowsOf(id), [{ question: 'mine' }]);
  });

  test('renamed before its edited rows are saved is in nobody’s way', async () => {
    const { id, path } = await makeTestset([{ question: 'one' }]);
    const page = await signIn();
    await page.goto(path);
    await page.getByRole('grid', { name: 'cases' }).focus();
    await page.keyboard.type('mine');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Actions for cases' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByLabel('Test set name').fill('other cases');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('grid', { name: 'other cases' }).waitFor();
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved as revision 2.').waitFor();
    assert.deepEqual(await rowsOf(id), [{ question: 'mine' }]);
  });

  test('renamed by somebody else before its edited rows are saved is in nobody’s way', async () => {
    const { id, path } = await makeTestset([{ question: 'one' }]);
    const page = await signIn({ expected: /412 \(Precondition Failed\)/ });
    await page.goto(path);
    await page.getByRole('grid', { name: 'cases' }).focus();
    await page.keyboard.type('mine');
    await page.keyboard.press('Enter');
    await owner().updateTestset({
      parameters: { testset_id: id },
      body: { name: 'other cases', csvdata: [{ question: 'one' }] },
    });
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved as revision 2.').waitFor();
    await page.getByRole('grid', { name: 'other cases' }).waitFor();
    assert.deepEqual(await rowsOf(id), [{ question: 'mine' }]);
  });

  test('keeps its dialog open while a revision is being saved, and lets it go when that fails', async () => {
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

    const { promise: asked, resolve: noteAsked } = Promise.withResolvers<void>();
    const { promise: letGo, resolve: release } = Promise.withResolvers<void>();
    await page.route(`**/api/testsets/${id}`, async (route) => {
      noteAsked();
      await letGo;
      await route.continue();
    });
    await save();
    await asked;
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
    test(`of ${rows} rows and ${columns} columns holds only what is in sight`, async () => {
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
      const frames = await page.evaluate(framesMs);
      const long = frames.filter((ms) => ms > 50).length;
      console.log(
        `${rows} × ${columns} cells, frames while scrolling: median ${percentile(frames, 0.5)} ms, slowest ${percentile(frames, 1)} ms, ${long} of ${frames.length} over 50 ms`,
      );
    });
  }
});
