import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { type EvaluationWish, makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { makeLink } from '../support/guests.ts';
import { until } from '../support/until.ts';
import { allSent, enterAsGuest, pressForNext, shownQuestion } from './support/judge-page.ts';
import { lookOf } from './support/look-of.ts';
import { stage } from './support/stage.ts';

const { owner, openPage, signIn } = stage();

interface Wish extends EvaluationWish {
  /** The outputs of the variants for a row. */
  readonly outputsOf?: (position: number) => readonly string[];
}

async function openJudge({ outputsOf, ...wish }: Wish = {}) {
  const made = await makeHumanEvaluation(owner(), { rows: numberedRows(4), ...wish });
  await fillOutputs(
    owner(),
    made,
    (position, variant) => outputsOf?.(position)[variant] ?? `output ${variant} of ${position}`,
  );
  const page = await signIn();
  await page.goto(`/judge/${made.evaluation_id}`);
  await page.getByText(/^0 of \d+$/).waitFor();
  return { page, made };
}

/** Judges the task in `page` and waits until the other tab no longer shows it. */
async function judgeBefore(other: Page, page: Page, key: string): Promise<void> {
  const judged = page.getByRole('definition').filter({ visible: true });
  const text = await judged.innerText();
  await pressForNext(page, key);
  await until(`the other tab no longer shows ${text}`, async () => {
    const questions = other.getByRole('definition').filter({ visible: true });
    return (await questions.allInnerTexts()).every((one) => one !== text);
  });
}

function pane(page: Page, side: 'A' | 'B') {
  return page.getByRole('region', { name: `Output ${side}` });
}

/** Presses the key until it takes effect: keys are ignored until the task has been painted. */
async function pressUntil(page: Page, key: string, isDone: () => Promise<boolean>): Promise<void> {
  await until(`${key} takes effect`, async () => {
    if (await isDone()) return true;
    await page.keyboard.press(key);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    return isDone();
  });
}

async function widths(page: Page): Promise<readonly number[]> {
  const boxes = await Promise.all([pane(page, 'A').boundingBox(), pane(page, 'B').boundingBox()]);
  return boxes.map((box) => Math.round(box?.width ?? 0));
}

async function isWithin(part: Locator, whole: Locator): Promise<boolean> {
  const [inner, outer] = await Promise.all([part.boundingBox(), whole.boundingBox()]);
  if (inner === null || outer === null) return false;
  return inner.y >= outer.y - 1 && inner.y + inner.height <= outer.y + outer.height + 1;
}

/** The words that the page marks as different. */
function markedWords(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...(CSS.highlights.get('different-words') ?? [])].map(String).toSorted(),
  );
}

async function judgements(evaluation_id: string) {
  return owner().listJudgements({ parameters: { evaluation_id } });
}

const LONG = 'a line of a long answer\n'.repeat(400);

const priceTable = (price: string) =>
  `**Prices**\n\n| what | price |\n|---|---|\n| tea | ${price} |`;

/** Outputs of both variants, and how an annotator reads them. */
const READINGS: readonly {
  readonly outputs: readonly [string, string];
  readonly read: (page: Page) => Promise<void>;
}[] = [
  {
    outputs: ['It arrives on Tuesday morning.', 'It arrives on Friday morning.'],
    read: async (page) => {
      await pressUntil(page, 'd', async () => (await markedWords(page)).length > 0);
      assert.deepEqual(await markedWords(page), ['Friday', 'Tuesday']);
      await page.getByRole('button', { name: 'Differences' }).click();
      await until('no marks', async () => (await markedWords(page)).length === 0);
    },
  },
  {
    // Words are marked in rendered Markdown, also in table cells.
    outputs: [priceTable('three'), priceTable('four')],
    read: async (page) => {
      await page.getByRole('cell', { name: 'three' }).first().waitFor();
      await pressUntil(page, 'd', async () => (await markedWords(page)).length > 0);
      assert.deepEqual(await markedWords(page), ['four', 'three']);
      await page.keyboard.press('d');
    },
  },
  {
    // Each is shown in the format that it looks like.
    outputs: [JSON.stringify([{ role: 'user', content: 'hello' }]), '- [x] ~~one~~\n- [ ] two'],
    read: async (page) => {
      const [first, second] = [pane(page, 'A'), pane(page, 'B')];
      await page.getByRole('checkbox').first().waitFor();
      const panes = [await first.innerHTML(), await second.innerHTML()].join('');
      assert.match(panes, /<del>one<\/del>/);
      assert.doesNotMatch(panes, /"role"/);
      const format = page.getByRole('combobox', { name: 'Show as' });
      await format.selectOption('text');
      await page.getByText('~~one~~').filter({ visible: true }).waitFor();
      await format.selectOption('auto');
    },
  },
  {
    outputs: ['  ', '  '],
    read: async (page) => {
      await page.getByText('The outputs are identical.').filter({ visible: true }).waitFor();
      for (const side of ['A', 'B'] as const) {
        assert.match(await pane(page, side).innerText(), /\(empty output\)/);
      }
    },
  },
  {
    outputs: [LONG, LONG],
    read: async (page) => {
      const place = () => pane(page, 'A').evaluate(({ scrollTop }) => scrollTop);
      await pressUntil(page, 'Space', async () => (await place()) > 0);
      const one = await place();
      await page.keyboard.press('j');
      await until('a bit further', async () => (await place()) > one);
      await page.keyboard.press('k');
      await page.keyboard.press('Shift+Space');
      await until('back at the start', async () => (await place()) < 1);
      await page.keyboard.press('End');
      await until('the other is at its end, too', async () =>
        pane(page, 'B').evaluate((b) => b.scrollTop + b.clientHeight >= b.scrollHeight - 2),
      );
      await page.keyboard.press('Home');
      await until('at the start', async () => (await place()) < 1);
    },
  },
  {
    outputs: [LONG, `${LONG}${LONG}`],
    read: async (page) => {
      const lock = page.getByRole('button', { name: 'Scroll together' });
      const scrollOf = (side: 'A' | 'B') => pane(page, side).evaluate(({ scrollTop }) => scrollTop);
      const scroll = (top: number) =>
        pane(page, 'A').evaluate((element, place) => {
          element.scrollTop = place;
          // The event of a scroll is dispatched with the next frame.
          return new Promise((resolve) =>
            requestAnimationFrame(() => requestAnimationFrame(resolve)),
          );
        }, top);
      await scroll(1000);
      await until('the other follows', async () => (await scrollOf('B')) > 0);
      const isApart = async () => (await lock.getAttribute('aria-pressed')) === 'false';
      await pressUntil(page, 'l', isApart);
      const before = await scrollOf('B');
      await scroll(0);
      assert.equal(await scrollOf('B'), before);
      await page.keyboard.press('l');
    },
  },
];

describe('reading a task', () => {
  test('outputs are shown in the format they look like, compared with D, and scrolled by keys and together', async () => {
    const { page } = await openJudge({
      rows: numberedRows(READINGS.length),
      outputsOf: (position) => READINGS[position]?.outputs ?? [],
    });
    for (const _ of READINGS) {
      const [, position = ''] = /(\d+)/.exec(await shownQuestion(page)) ?? [];
      await READINGS[Number(position)]?.read(page);
      await pressForNext(page, 't');
    }
    await page.getByText(`You have judged ${READINGS.length} tasks`).waitFor();
  });

  test('W, the handle and the mouse widen both outputs alike, and F flags the task', async () => {
    const { page, made } = await openJudge();
    const [half = 0] = await widths(page);
    await pressUntil(page, 'w', async () => ((await widths(page))[0] ?? 0) > half);
    const [left = 0, right] = await widths(page);
    assert.equal(left, right);

    const handle = page.getByRole('separator', { name: 'Width of the outputs' });
    await handle.focus();
    await page.keyboard.press('ArrowLeft');
    await until('narrower', async () => ((await widths(page))[0] ?? 0) < left);
    const [narrower, same] = await widths(page);
    assert.equal(narrower, same);
    await handle.dblclick();
    await until('side by side', async () => (await widths(page))[0] === half);

    const box = await handle.boundingBox();
    assert.ok(box !== null);
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x + 200, middle.y, { steps: 4 });
    await page.mouse.up();
    await until('wider', async () => ((await widths(page))[0] ?? 0) > half + 100);
    const [wide, alike] = await widths(page);
    assert.equal(wide, alike);
    // Arrows on the handle are no verdicts.
    assert.equal((await judgements(made.evaluation_id)).length, 0);

    // A flagged task can still be judged.
    const dialog = page.getByRole('dialog', { name: 'Flag this task' });
    await pressUntil(page, 'f', async () => dialog.isVisible());
    await page.getByLabel('What is wrong?').fill('The question is cut off');
    await dialog.getByRole('button', { name: 'Flag' }).click();
    await page.getByText('Flagged').filter({ visible: true }).waitFor();
    await pressForNext(page, 'a');
    // Firefox before 140 cannot mark words.
    await page.evaluate(() => Reflect.deleteProperty(CSS, 'highlights'));
    const differences = page.getByRole('button', { name: 'Differences' });
    await pressUntil(page, 'd', async () => !(await differences.isVisible()));
    await pressForNext(page, 'a');
    await until('a flag and two judgements', async () => {
      const { progress } = await owner().fetchResults({
        parameters: { evaluation_id: made.evaluation_id },
        query: { statistics: false },
      });
      const [annotator] = progress?.annotators ?? [];
      return annotator?.flagged === 1 && annotator.judged === 2;
    });
  });

  test('G, E, F and ? open panels, which return the focus when they close', async () => {
    const { page } = await openJudge({
      rows: [{ question: 'question 0', correct_answer: 'Because.' }],
      settings: { guidelines: 'Prefer short answers' },
    });
    await page.getByRole('button', { name: 'Start judging' }).click();
    const panel = (name: string) => page.getByRole('dialog', { name });
    const close = async (name: string) => {
      await page.keyboard.press('Escape');
      await panel(name).waitFor({ state: 'hidden' });
    };
    await pressUntil(page, 'g', async () => panel('Guidelines').isVisible());
    await close('Guidelines');
    // After a panel that a key opened, Enter and Space belong to the task again.
    await page.locator('main:focus').waitFor();
    await pressUntil(page, 'e', async () => page.getByText('Because.').isVisible());
    await page.keyboard.press('?');
    const keys = panel('Keys');
    await keys.getByText('Wider or normal outputs').waitFor();
    for (const key of ['A ←', 'B →', 'T', 'X', 'N', 'S', 'F', 'U Ctrl+Z', 'G', 'D', 'L', '?']) {
      assert.equal(await keys.getByText(key, { exact: true }).count(), 1, key);
    }
    await close('Keys');
    await page.locator('main:focus').waitFor();
    await page.keyboard.press('f');
    await panel('Flag this task').waitFor();
    await close('Flag this task');
    await page.locator('main:focus').waitFor();

    // Nothing has the focus once Escape has taken it from a field.
    await page.getByRole('textbox', { name: 'Note' }).focus();
    await page.keyboard.press('Escape');
    for (const open of [
      () => page.keyboard.press('?'),
      () => page.getByRole('button', { name: 'Keys' }).click(),
    ]) {
      await open();
      await keys.waitFor();
      await close('Keys');
      await page.locator('main:focus').waitFor();
    }

    // A tool pressed by keyboard gets the focus back when its panel closes.
    for (const [name, title] of [
      ['Guidelines', 'Guidelines'],
      ['Keys', 'Keys'],
      ['Flag', 'Flag this task'],
    ] as const) {
      const tool = page.getByRole('button', { name, exact: true });
      await tool.focus();
      await page.keyboard.press('Enter');
      await panel(title).waitFor();
      await close(title);
      await tool.and(page.locator(':focus')).waitFor();
    }
  });

  test('the criterion that digits score is in sight and highlighted, and so is the choice', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `Criterion ${index}`);
    const { page } = await openJudge({
      settings: {
        criteria: names.map((name) => ({ name, scale: { kind: 'binary' }, about: 'comparison' })),
      },
    });
    await page.emulateMedia({ forcedColors: 'active' });
    const criteria = page.getByRole('region', { name: 'Criteria' }).filter({ visible: true });
    const question = (name = '') => criteria.getByRole('group', { name, exact: true });
    for (const [index, name] of names.entries()) {
      const yes = question(name).getByRole('button', { name: 'Yes', pressed: true });
      await pressUntil(page, '1', async () => yes.isVisible());
      const next = question(names[index + 1] ?? name);
      await until(`the question after ${name} is in sight`, () => isWithin(next, criteria));
      if (index > 0) continue;
      const no = question(name).getByRole('button', { name: 'No', pressed: false });
      assert.notEqual(await lookOf(yes), await lookOf(no));
      assert.notEqual(await lookOf(next), await lookOf(question(name)));
    }
    const shown = (locator: Locator) => locator.filter({ visible: true }).first();
    const tie = shown(page.getByRole('button', { name: 'Tie', pressed: true }));
    await pressUntil(page, 't', async () => tie.isVisible());
    const bothBad = shown(page.getByRole('button', { name: 'Both bad', pressed: false }));
    assert.notEqual(await lookOf(tie), await lookOf(bothBad));

    // Verdict labels are not cut off beside Submit.
    await page.setViewportSize({ width: 320, height: 640 });
    const buttons = page.getByRole('group', { name: 'Your judgement' }).getByRole('button');
    const verdicts = buttons.filter({ visible: true });
    await verdicts.nth(4).waitFor();
    const cut = await verdicts.evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    );
    assert.deepEqual(cut, []);
  });
});

describe('judging', () => {
  test('works in two tabs at once, one of which gets its tasks late, and nothing is lost', async () => {
    const { page, made } = await openJudge({ rows: numberedRows(7) });
    const judged = await shownQuestion(page);
    const other = await page.context().newPage();
    const [fetched, later] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await other.route('**/assignments', async (route) => {
      const response = await route.fetch();
      fetched.resolve();
      await later.promise;
      await route.fulfill({ response });
    });
    await other.goto(`/judge/${made.evaluation_id}`);
    await fetched.promise;
    await pressForNext(page, 'a');
    // The judgement is sent, or waits for the tab that fetches tasks.
    await page.waitForFunction(async () => {
      const { pending = [] } = await navigator.locks.query();
      const isUnsent = Object.keys(localStorage).some((key) => key.startsWith('jurybox.outbox/'));
      return pending.length > 0 || !isUnsent;
    });
    later.resolve();
    await other.getByRole('region', { name: 'Output A' }).waitFor();
    assert.notEqual(await shownQuestion(other), judged);
    await allSent(page);

    await other.unroute('**/assignments');
    // A flag is about the task that was on the screen when its dialog opened.
    const flagged = await shownQuestion(other);
    const dialog = other.getByRole('dialog', { name: 'Flag this task' });
    await pressUntil(other, 'f', async () => dialog.isVisible());
    await dialog.getByLabel('What is wrong?').fill('cut off');
    await judgeBefore(other, page, 'a');
    await dialog.getByRole('button', { name: 'Flag' }).click();
    await allSent(other);
    const judgedTasks = await owner().listAssignments({
      parameters: { evaluation_id: made.evaluation_id },
      query: { status: 'judged' },
    });
    const task = judgedTasks.find(({ inputs }) => inputs[0]?.input_value === flagged);
    assert.equal(task?.flag, 'cut off');

    for (let round = 0; round < 2; round += 1) {
      await judgeBefore(page, other, 'b');
      await judgeBefore(other, page, 'a');
    }
    for (const tab of [page, other]) {
      await until('nothing is left', async () => {
        if (await tab.getByText('All done, thank you').isVisible()) return true;
        await tab.keyboard.press('t');
        return false;
      });
      assert.ok(await tab.getByRole('button', { name: 'Flag' }).isDisabled());
    }
    await allSent(page);
    const kept = await judgements(made.evaluation_id);
    assert.equal(kept.filter(({ withdrawn }) => !withdrawn).length, 7);
  });

  test('ignores keys behind a page that is still loading', async () => {
    const { page, made } = await openJudge();
    await shownQuestion(page);
    const loading = Promise.withResolvers<void>();
    await page.route('**/api/auth/session', async (route) => {
      await loading.promise;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Leave' }).click();
    await page.getByText('Loading…').waitFor();
    for (const key of ['a', 'b', 't']) await page.keyboard.press(key);
    loading.resolve();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await allSent(page);
    const parameters = { evaluation_id: made.evaluation_id };
    assert.deepEqual(await owner().listJudgements({ parameters }), []);
  });

  test('ends for a guest when the link is revoked: the unsent judgement is kept and the page says so', async () => {
    const made = await makeHumanEvaluation(owner(), { rows: numberedRows(4) });
    await fillOutputs(owner(), made);
    const link = await makeLink(owner(), { evaluationId: made.evaluation_id });
    const page = await openPage({ expected: /401 \(Unauthorized\)/ });
    await enterAsGuest(page, link.url, 'Guest');
    await pressForNext(page, 'a');
    await until('it arrived', async () => (await judgements(made.evaluation_id)).length === 1);
    await owner().revokeAnnotatorInvitation({
      parameters: { evaluation_id: made.evaluation_id, invitation_id: link.id },
    });
    await pressForNext(page, 'b');
    await page.getByText('You are signed out. Your judgements are kept').waitFor();
    const isKept = await page.evaluate(() =>
      Object.keys(localStorage).some((key) => key.startsWith('jurybox.outbox/')),
    );
    assert.ok(isKept);
    assert.equal((await judgements(made.evaluation_id)).length, 1);
  });
});
