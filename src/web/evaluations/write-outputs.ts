import { ApiError } from '../../client/api-error.ts';
import { client } from '../api.ts';
import type { Evaluation } from './evaluation-queries.ts';
import type { OutputWrite } from './match-outputs.ts';

const AT_ONCE = 4;

interface WriteProgress {
  /** Scenarios that are done; another attempt leaves them out. */
  readonly written: Set<string>;
  readonly onWritten: () => void;
}

/** Writes outputs a few at a time. What was written stays when one fails. */
export async function writeOutputs(
  evaluation: Evaluation,
  writes: readonly OutputWrite[],
  { written, onWritten }: WriteProgress,
): Promise<void> {
  const open = writes.filter(({ scenarioId }) => !written.has(scenarioId));
  const write = async () => {
    for (let next = open.shift(); next !== undefined; next = open.shift()) {
      await writePatiently(evaluation, next);
      written.add(next.scenarioId);
      onWritten();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, write));
}

/** A session may send only so much in a minute; a long table waits until it may go on. */
async function writePatiently(evaluation: Evaluation, write: OutputWrite): Promise<void> {
  const { status, headers, body } = await client.reply.updateEvaluationScenario({
    parameters: {
      evaluation_id: evaluation.id,
      scenario_id: write.scenarioId,
      evaluation_type: evaluation.evaluation_type,
    },
    body: { outputs: write.outputs },
  });
  if (status === 429) {
    const seconds = Number(headers.get('retry-after') ?? 1);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    return writePatiently(evaluation, write);
  }
  if (status >= 400) throw new ApiError({ status, headers, body });
}
