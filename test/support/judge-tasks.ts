import type { Client } from '../../src/client/client.ts';
import type { Assignment, JudgementSubmission } from '../../src/contract/judging/assignments.ts';
import { takeTasks } from './take-tasks.ts';

/** Takes tasks one after the other and judges each, as long as there are any. */
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
