import type { ResultStatistics } from '../../contract/results/results.ts';
import { namesSeen } from '../../domain/results/sentences/cautions.ts';
import { resultSentences } from '../../domain/results/sentences/result-sentences.ts';
import { CommandFailure, EXIT } from '../exit-codes.ts';
import type { Session } from '../session.ts';
import type { Shell } from '../shell.ts';
import { resultNames } from './result-names.ts';

/** The results of an evaluation, in words, with the names of its variants. */
export async function loadResults({ client }: Session, evaluation_id: string) {
  const parameters = { evaluation_id };
  const [evaluation, results] = await Promise.all([
    client.fetchHumanEvaluation({ parameters }),
    client.fetchResults({ parameters }),
  ]);
  const { statistics } = results;
  if (!hasStatistics(statistics)) {
    throw new CommandFailure(
      EXIT.refused,
      'You judge this evaluation blind: its results are shown once it is closed.',
    );
  }
  const names = resultNames(evaluation, results);
  const resultText = resultSentences(statistics, names);
  const namesSeenCaution = results.progress === null ? null : namesSeen(results.progress);
  const sentences = {
    ...resultText,
    cautions: [...resultText.cautions, ...(namesSeenCaution === null ? [] : [namesSeenCaution])],
  };
  return { evaluation, results, statistics, names, sentences };
}

/** Cautions as lines below the headline. */
export function cautionLines({ paint }: Shell, cautions: readonly string[]): readonly string[] {
  return cautions.map((caution) => paint('yellow', `! ${caution}`));
}

/** The server sends all statistics or none. */
function hasStatistics(statistics: Partial<ResultStatistics>): statistics is ResultStatistics {
  return statistics.verdict !== undefined;
}
