import type { ResultStatistics } from '../../contract/results/results.ts';
import { CommandFailure, EXIT } from '../exit-codes.ts';
import type { Session } from '../session.ts';
import { resultNames } from './result-names.ts';

/** The results of an evaluation with the names of its variants. */
export async function loadResults({ client }: Session, evaluation_id: string) {
  const parameters = { evaluation_id };
  const [evaluation, results] = await Promise.all([
    client.fetchHumanEvaluation({ parameters }),
    client.fetchResults({ parameters }),
  ]);
  const { statistics } = results;
  if (!isWhole(statistics)) {
    throw new CommandFailure(
      EXIT.refused,
      'You judge this evaluation blind: its results are shown once it is closed.',
    );
  }
  return { evaluation, results, statistics, names: resultNames(evaluation, results) };
}

/** The server sends all statistics or none. */
function isWhole(statistics: Partial<ResultStatistics>): statistics is ResultStatistics {
  return statistics.verdict !== undefined;
}
