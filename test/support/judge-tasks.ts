import type { Client } from '../../src/client/client.ts';
import type { Assignment, JudgementSubmission } from '../../src/contract/judging/assignments.ts';
import { takeTasks } from './take-tasks.ts';

/** Takes and judges tasks one by one until none is left. */
export async function judgeTasks(
  client: Client,
  made: { readonly evaluation_id: string },
  judge: (task: Assignment, index: number) => JudgementSubmission,
): Promise<void> {
  for (let index = 0; ; index += 1) {
    const [task] = await takeTasks(client, made);
    if (task === undefined) return;
    await client.submitJudgement({
      parameters: { assignment_id: task.id },
      body: judge(task, index),
    });
  }
}

/** The most tasks that an annotator gets at once even when few are left. */
const AT_ONCE = 5;

/** The same in batches, with nearly half the requests, for tests that ignore who holds tasks. */
export async function judgeByFives(
  client: Client,
  made: { readonly evaluation_id: string },
  judge: (task: Assignment, index: number) => JudgementSubmission,
): Promise<void> {
  const take = () => takeTasks(client, made, AT_ONCE);
  let index = 0;
  for (let tasks = await take(); tasks.length > 0; tasks = await take()) {
    for (const task of tasks) {
      const body = judge(task, index);
      await client.submitJudgement({ parameters: { assignment_id: task.id }, body });
      index += 1;
    }
  }
}
