import { describe, test } from 'node:test';
import { openLongTasks } from './support/long-tasks.ts';
import { stage } from './support/stage.ts';

const { owner, signIn } = stage();

/** More than twice the tasks a page holds; benchmarks/judging-speed.ts measures how fast it is. */
const PRESSES = 8;
const SLOWDOWNS = [1, 4];
const TASKS = SLOWDOWNS.length * 2 * PRESSES + 4;

describe('the next task', () => {
  test('is painted after one key, with 2 × 20 kB and a processor slowed 1× and 4×', async () => {
    const page = await signIn({ with: 'alone' });
    const { pressForNext, whileReading, slowDown } = await openLongTasks(owner(), page, {
      tasks: TASKS,
      slowdown: 1,
    });
    let judged = 0;
    for (const slowdown of SLOWDOWNS) {
      await slowDown(slowdown);
      for (let press = 0; press < PRESSES; press += 1) {
        await whileReading();
        await pressForNext('a');
      }
      for (let press = 0; press < PRESSES; press += 1) await pressForNext('a');
      judged += 2 * PRESSES;
      await page.getByText(`${judged} of ${TASKS}`, { exact: true }).waitFor();
    }
  });
});
