import type { Client } from '../src/client/client.ts';
import { joinAsGuests } from './guests.ts';

/** The numbers of scenarios of the evaluations of one workspace. */
const EVALUATIONS = [1_300, 500, 500, 210, 210, 210, 210, 210] as const;
const PER_TASK = 3;
const ANNOTATORS = 12;
/** How many tasks are taken at a time. */
const AHEAD = 5;
/** One judgement in this many has a note. */
const NOTES = 10;

/** About as long as a model's answer, and as its question. */
const ANSWER = 'It depends on what you compare it with, and on what you want to know. '.repeat(7);
const QUESTION = 'Why is this as it is, and what would have to change for it to differ?';

/** How many judgements such a workspace has. */
export const JUDGEMENTS_EACH = EVALUATIONS.reduce((sum, rows) => sum + rows, 0) * PER_TASK;

/** Creates evaluations of two variants and judges them completely, through the service. */
export async function makeJudgedWorkspace(client: Client, baseUrl: string): Promise<void> {
  for (const [index, rows] of EVALUATIONS.entries()) {
    const lines = Array.from({ length: rows }, (_, row) =>
      [`"${QUESTION} (${row})"`, `"${row} ${ANSWER}"`, `"${row}: ${ANSWER}"`].join(','),
    );
    const file = new File([`question,answer_a,answer_b\n${lines.join('\n')}\n`], 'outputs.csv');
    const columns = JSON.stringify({ inputs: ['question'], outputs: ['answer_a', 'answer_b'] });
    const { evaluation_id, guest_url } = await client.createQuickEvaluation({
      body: { file, name: `study ${index}`, columns, judgements_per_task: PER_TASK },
    });
    const guests = await joinAsGuests({ baseUrl, url: guest_url }, ANNOTATORS);
    await Promise.all(guests.map((guest) => judgeAll(guest.client, evaluation_id)));
  }
}

async function judgeAll(client: Client, evaluation_id: string): Promise<void> {
  const parameters = { evaluation_id };
  let judged = 0;
  for (;;) {
    const { assignments } = await client.takeAssignments({ parameters, body: { count: AHEAD } });
    if (assignments.length === 0) return;
    for (const { id, slots } of assignments) {
      await client.submitJudgement({
        parameters: { assignment_id: id },
        body: {
          outcome: slots[judged % 2]?.slot_id ?? 'tie',
          time_taken_ms: 2_000 + ((judged * 7_919) % 20_000),
          ...(judged % NOTES === 0 ? { note: 'The first is more precise.' } : {}),
        },
      });
      judged += 1;
    }
  }
}
