import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { ApiError, followEvaluation } from '../../client/client.ts';
import type { EvaluationStatus } from '../../contract/evaluations/human-evaluations.ts';
import { isNetworkFailure } from '../explain-failure.ts';
import { ProgressBar, ProgressLine } from '../progress-line.ts';
import { type Session, withCommonOptions, withKey } from '../session.ts';
import type { Shell } from '../shell.ts';
import { STATUS_WORDS } from './status-words.ts';

/** The delay that the server also asks of browsers. */
const RETRY_MS = 2_000;

const FINAL_STATUSES: readonly EvaluationStatus[] = [
  'EVALUATION_FINISHED',
  'EVALUATION_FINISHED_WITH_ERRORS',
  'EVALUATION_FAILED',
];

/** `jurybox evals watch` */
export function addWatchEval(evals: Command, shell: Shell): void {
  withCommonOptions(evals.command('watch <evaluation>'))
    .description('follow outputs and judgements until all are in; with --json, a line per event')
    .action(withKey(shell, watchEval));
}

async function watchEval(
  session: Session,
  evaluation_id: string,
  { json }: { json?: true },
): Promise<void> {
  // Fails here if the server refuses, so that failures below are those of the connection.
  await session.client.fetchHumanEvaluation({ parameters: { evaluation_id } });
  const line = new ProgressLine(session.shell);
  const outputs = new ProgressBar('Outputs');
  const judgements = new ProgressBar('Judgements');
  for (;;) {
    for await (const { event, data } of untilBroken(session, evaluation_id)) {
      if (event === 'generation') outputs.update(data.done, data.total);
      else judgements.update(data.judgements_have, data.judgements_wanted);
      if (json === true) session.shell.print(JSON.stringify({ event, ...data }));
      else line.show([outputs.text, judgements.text]);
      if (event !== 'progress') continue;
      const end = endOf(data);
      if (end === undefined) continue;
      line.end();
      if (json !== true) session.shell.print(end);
      return;
    }
    await delay(RETRY_MS);
  }
}

/** A sentence that explains why there is nothing left to wait for. */
function endOf({
  status,
  scenarios,
}: {
  status: EvaluationStatus;
  scenarios: number;
}): string | undefined {
  if (FINAL_STATUSES.includes(status)) return `The evaluation is ${STATUS_WORDS[status]}.`;
  return scenarios === 0 ? 'The evaluation has no scenarios: its test set is empty.' : undefined;
}

/** The server ends streams when it restarts; a new one begins with the current state. */
async function* untilBroken({ connection, shell }: Session, evaluation_id: string) {
  try {
    yield* followEvaluation(connection, { evaluation_id });
  } catch (error) {
    const isPassing = error instanceof ApiError ? error.status >= 500 : isNetworkFailure(error);
    if (!isPassing) throw error;
    shell.say('The connection broke. Trying again…');
  }
}
