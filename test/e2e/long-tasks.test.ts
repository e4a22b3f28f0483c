import { describe, test } from 'node:test';
import { openLongTasks } from './support/long-tasks.ts';
import { stage } from './support/stage.ts';

const { owner, signIn } = stage();

/** More than twice what a page holds at once; how soon is measured in benchmarks/judging-speed.ts. */
const PRESSES = 8;
const TASKS = 2 * PRESSES + 4;

describe('the next task', () => {
  for (const slowdown of [1, 4]) {
    test(`is painted after one key, with 2 × 20 kB and a processor slowed ${slowdown}×`, async () => {
      const page = await signIn({ with: 'alone' });
      const { pressForNext, whileReading } = await openLongTasks(owner(), page, {
        tasks: TASKS,
        slowdown,
      });
      for (let press = 0; press < PRESSES; press += 1) {
        await whileReading();
        await pressForNext('a');
      }
      for (let press = 0; press < PRESSES; press += 1) await pressForNext('a');
      await page.getByText(`${2 * PRESSES} of ${TASKS}`, { exact: true }).waitFor();
    });
  }
});
