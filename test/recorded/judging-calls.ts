import type { Client } from '../../src/client/client.ts';
import { cookieIn, tokenIn } from '../support/requests.ts';
import type { TestServer } from '../support/running-server.ts';
import type { Staff } from './identity-calls.ts';
import type { Recorder } from './recorder.ts';

interface JudgingScene {
  readonly staff: Staff;
  readonly evaluation_id: string;
}

/** Guests and a colleague judge; then the results. */
export async function callJudging(
  server: TestServer,
  { watch }: Recorder,
  { staff: { owner, colleague }, evaluation_id }: JudgingScene,
): Promise<void> {
  const parameters = { evaluation_id };
  const body = { expires_in_days: 14, max_uses: 2 };
  const { url } = await owner.createAnnotatorInvitation({ parameters, body });
  const spare = await owner.createAnnotatorInvitation({ parameters });
  await owner.listAnnotatorInvitations({ parameters });
  await owner.revokeAnnotatorInvitation({ parameters: { evaluation_id, invitation_id: spare.id } });
  const entered = await server.client().reply.exchangeInvitation({
    body: { token: tokenIn(url), username: 'Linus' },
  });
  const guest = watch(server.browser(cookieIn(entered.headers)));
  await guest.fetchBrief({ parameters });
  await callTask(guest, evaluation_id);
  await judgeAll(guest, evaluation_id);
  await judgeAll(colleague, evaluation_id);
  await callResults(owner, evaluation_id);
}

async function callTask(guest: Client, evaluation_id: string): Promise<void> {
  const { assignments } = await guest.takeAssignments({
    parameters: { evaluation_id },
    body: { count: 1 },
  });
  const [task] = assignments;
  const parameters = { assignment_id: task?.id ?? '' };
  await guest.fetchAssignment({ parameters });
  await guest.flagAssignment({ parameters, body: { reason: 'The question is cut off.' } });
  await guest.unflagAssignment({ parameters });
  await guest.submitJudgement({
    parameters,
    body: {
      outcome: shortest(task?.slots ?? []),
      answers: (task?.slots ?? []).map(({ slot_id }) => ({ criterion: 'Tone', slot_id, value: 3 })),
      note: 'Clear and short.',
      time_taken_ms: 12_400,
    },
  });
  await guest.listAssignments({ parameters: { evaluation_id }, query: { limit: 1 } });
  await guest.withdrawJudgement({ parameters });
  await guest.skipAssignment({ parameters, body: { reason: 'I know the author.' } });
}

async function judgeAll(annotator: Client, evaluation_id: string): Promise<void> {
  const call = { parameters: { evaluation_id } };
  for (let { assignments } = await annotator.takeAssignments(call); assignments.length > 0; ) {
    for (const { id, slots, inputs } of assignments) {
      const isOpen = inputs.some(({ input_value }) => input_value === 'When are you open?');
      const outcome = isOpen ? 'tie' : shortest(slots);
      await annotator.submitJudgement({
        parameters: { assignment_id: id },
        body: { outcome, time_taken_ms: 9_000 },
      });
    }
    ({ assignments } = await annotator.takeAssignments(call));
  }
}

function shortest(slots: readonly { slot_id: string; output: string }[]): string {
  const [first] = slots.toSorted((left, right) => left.output.length - right.output.length);
  return first?.slot_id ?? 'tie';
}

async function callResults(owner: Client, evaluation_id: string): Promise<void> {
  const parameters = { evaluation_id };
  await owner.listJudgements({ parameters, query: { limit: 1 } });
  await owner.exportHumanEvaluation({
    parameters,
    query: { content: 'judgements', format: 'csv' },
  });
  await owner.watchHumanEvaluation({ parameters });
  await owner.fetchResults({ parameters });
  await owner.fetchResultsSeries({ parameters });
  await owner.planSampleSize({
    body: { difference: 0.1, cases: 200, judgements_per_case: 2, annotators: 5 },
  });
  await owner.closeHumanEvaluation({ parameters });
  await owner.reopenHumanEvaluation({ parameters });
  await callLateChanges(owner, evaluation_id);
}

/** What an editor can still do after seeing results. */
async function callLateChanges(owner: Client, evaluation_id: string): Promise<void> {
  const parameters = { evaluation_id };
  const { progress } = await owner.fetchResults({ parameters, query: { statistics: false } });
  const annotator_id = progress?.annotators?.find(({ judged }) => judged > 0)?.id ?? '';
  const excluded = { evaluation_id, annotator_id };
  await owner.excludeAnnotator({
    parameters: excluded,
    body: { reason: 'Chose the left output in every task.' },
  });
  await owner.listExclusions({ parameters });
  await owner.includeAnnotator({ parameters: excluded });
  await owner.extendHumanEvaluation({
    parameters,
    body: { judgements_per_task: 3, rows: [{ question: 'Do you deliver on Sundays?' }] },
  });
  await owner.listSettingChanges({ parameters });
}
