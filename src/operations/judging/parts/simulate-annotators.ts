import type { Assignment } from '../../../contract/judging/assignments.ts';
import {
  type SeenOutput,
  type SimulatedAnnotator,
  type SimulatedJudgement,
  simulateComparison,
  simulateScore,
} from '../../../domain/judging/simulate-judgement.ts';
import type { Caller } from '../../../storage/callers.ts';
import type { Context } from '../../context.ts';
import { createAnnotatorInvitation } from '../../evaluations/create-annotator-invitation.ts';
import { Pace } from '../../pace.ts';
import { sessionHash, workspaceOfToken } from '../../tokens.ts';
import { exchangeInvitation } from '../exchange-invitation.ts';
import { submitJudgement } from '../submit-judgement.ts';
import { takeAssignments } from '../take-assignments.ts';
import { type Invocation, perform } from './perform.ts';

const ANNOTATORS: readonly SimulatedAnnotator[] = [
  { name: 'Maya (simulated)', noise: 0.45, sideBias: 0.05, leniency: 0.2, wordsPerSecond: 5 },
  { name: 'Jonas (simulated)', noise: 0.6, sideBias: -0.05, leniency: -0.15, wordsPerSecond: 4.2 },
];

/** Taken by one call. */
const TASKS_AT_ONCE = 5;

export interface SimulatedEvaluation {
  readonly evaluationId: string;
  readonly isComparison: boolean;
  /** How good an output is. */
  readonly qualityOf: (output: string) => number;
}

/**
 * Lets two guests enter by a link and judge everything through the operations that people use, at
 * the speed of people.
 */
export async function simulateAnnotators(
  context: Context,
  evaluation: SimulatedEvaluation,
  owner: Invocation,
): Promise<void> {
  const { body: link } = await perform(
    context,
    ['createAnnotatorInvitation', createAnnotatorInvitation],
    {
      ...owner,
      parameters: { evaluation_id: evaluation.evaluationId },
      body: { max_uses: ANNOTATORS.length },
    },
  );
  const token = new URL(link.url).hash.replace('#token=', '');
  for (const annotator of ANNOTATORS) {
    const caller = await enter(context, { ...owner, name: annotator.name, token });
    const start = { caller, now: owner.now };
    await judgeAll(context, { evaluation, annotator, start });
  }
}

async function enter(
  context: Context,
  { name, token, ...owner }: Invocation & { readonly name: string; readonly token: string },
): Promise<Caller> {
  const { session } = await perform(context, ['exchangeInvitation', exchangeInvitation], {
    ...owner,
    body: { token, username: name },
  });
  if (session === undefined || session === 'ended') throw new Error('The link gave no session.');
  return {
    tokenHash: sessionHash(session.token),
    now: owner.caller.now,
    workspaceId: workspaceOfToken(session.token),
  };
}

interface Judging {
  readonly evaluation: SimulatedEvaluation;
  readonly annotator: SimulatedAnnotator;
  readonly start: Invocation;
}

async function judgeAll(
  context: Context,
  { evaluation, annotator, start }: Judging,
): Promise<void> {
  const pace = new Pace();
  let { now } = start;
  for (;;) {
    const { body } = await perform(context, ['takeAssignments', takeAssignments], {
      ...start,
      now,
      parameters: { evaluation_id: evaluation.evaluationId },
      body: { count: TASKS_AT_ONCE },
    });
    if (body.assignments.length === 0) return;
    for (const task of body.assignments) {
      const { timeTakenMs, ...judgement } = judge(evaluation, annotator, task);
      // No judgement may lie in the future.
      now = Math.min(now + timeTakenMs, context.now);
      await perform(context, ['submitJudgement', submitJudgement], {
        ...start,
        now,
        parameters: { assignment_id: task.id },
        body: { ...judgement, time_taken_ms: timeTakenMs },
      });
      await pace.rest();
    }
  }
}

function judge(
  { isComparison, qualityOf }: SimulatedEvaluation,
  annotator: SimulatedAnnotator,
  { slots }: Assignment,
): SimulatedJudgement {
  const outputs = slots.map(
    ({ slot_id, output }): SeenOutput => ({
      slotId: slot_id,
      text: output,
      quality: qualityOf(output),
    }),
  );
  if (isComparison) return simulateComparison(annotator, outputs);
  const [only] = outputs;
  if (only === undefined) throw new Error('A task without an output was handed out.');
  return simulateScore(annotator, only);
}
