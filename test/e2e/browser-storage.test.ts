import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../support/reachable.ts';
import { until } from '../support/until.ts';
import { pressForNext } from './support/judge-page.ts';
import { stage } from './support/stage.ts';

const { owner, signIn, openPage } = stage();

const NOTICE = 'This browser stores nothing for this site';

/** Behaves like a browser that is set to block site data. */
async function denyStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    }
  });
}

/** Fills the local storage to the last character. */
async function fillStorage(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (let size = 1 << 22; size >= 1; size = size === 1 ? 0 : size >> 1) {
      for (let part = 0; ; part += 1) {
        try {
          localStorage.setItem(`full ${size} ${part}`, 'x'.repeat(size));
        } catch {
          break;
        }
      }
    }
  });
}

async function prepare() {
  const made = await makeHumanEvaluation(owner(), { rows: numberedRows(6) });
  await fillOutputs(owner(), made);
  return { path: `/judge/${made.evaluation_id}`, parameters: made };
}

function notice(page: Page) {
  return page.locator('h2').filter({ hasText: NOTICE });
}

async function judgeSome(page: Page, parameters: { evaluation_id: string }): Promise<void> {
  await page.getByText('0 of 6', { exact: true }).waitFor();
  for (const key of ['a', 'b', 't']) await pressForNext(page, key);
  await notice(page).waitFor();
  await page.getByText('3 of 6', { exact: true }).waitFor();
  await until('three judgements', async () => {
    return (await owner().listJudgements({ parameters })).length === 3;
  });
  assert.equal(await notice(page).count(), 1);
}

describe('a browser that stores nothing', () => {
  test('can sign in', async () => {
    const page = await openPage({ with: 'alone' });
    await denyStorage(page);
    await page.goto('/login');
    await page.getByLabel('E-mail').fill(OWNER_EMAIL);
    await page.getByLabel('Password').fill(OWNER_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();
  });

  test('judges by keys as usual, and warns once what a reload would lose', async () => {
    const { path, parameters } = await prepare();
    const page = await signIn({ with: 'alone' });
    await denyStorage(page);
    await page.goto(path);
    await judgeSome(page, parameters);
  });

  test('judges as usual when its storage is full, and warns once', async () => {
    const { path, parameters } = await prepare();
    const page = await signIn();
    await page.goto('/login');
    await fillStorage(page);
    await page.goto(path);
    await judgeSome(page, parameters);
  });
});
