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
      await client.updateEvaluationScenario({
        parameters: {
          evaluation_id: evaluation.id,
          scenario_id: next.scenarioId,
          evaluation_type: evaluation.evaluation_type,
        },
        body: { outputs: next.outputs },
      });
      written.add(next.scenarioId);
      onWritten();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, write));
}
