import {
  EVALUATION_STATUSES,
  type EvaluationStatus,
} from '../../contract/evaluations/human-evaluations.ts';
import type { RowReader } from './row-reader.ts';

export interface ImportedTally {
  readonly scenarios: number;
  readonly complete: number;
  readonly outputs: number;
}

/**
 * The original's status where it is known and more than "initialized"; else by what was imported.
 */
export function mapStatus(reader: RowReader, tally: ImportedTally): EvaluationStatus {
  const given = EVALUATION_STATUSES.find((known) => known === reader.text('status'));
  const followed = statusOf(tally);
  if (given === undefined) {
    reader.change('unknown_value', `${reader.shown('status')}: now ${followed}`);
    return followed;
  }
  // Here an evaluation with outputs or judgements has started; the original kept "initialized".
  return given === 'EVALUATION_INITIALIZED' ? followed : given;
}

function statusOf({ scenarios, complete, outputs }: ImportedTally): EvaluationStatus {
  if (scenarios > 0 && complete === scenarios) return 'EVALUATION_FINISHED';
  return complete + outputs > 0 ? 'EVALUATION_STARTED' : 'EVALUATION_INITIALIZED';
}
