import { scoreLayout } from '../../statistics/scores/score-layout.ts';
import type { CleanStudy } from './clean-study.ts';
import type { CriterionRows } from './criterion-scores.ts';

/** With more annotators their severities average out, and take long to fit. */
const MOST_ANNOTATORS = 50;

/**
 * Scores without the severity of their annotators, where not everybody scored all outputs of a
 * scenario: otherwise the output that a stern annotator got would look worse. Where everybody did,
 * severity cancels by itself.
 */
export function adjustedForSeverity(study: CleanStudy, rows: CriterionRows): CriterionRows {
  const size = study.variants.length;
  if (study.annotators.length > MOST_ANNOTATORS || hasWholeAnswers(rows, size)) return rows;
  const { severity } = scoreLayout(
    Array.from(rows.value, (value, row) => ({
      case: rows.case[row] ?? 0,
      annotator: rows.annotator[row] ?? 0,
      variant: rows.variant[row] ?? 0,
      value,
    })),
    { scope: 'cases' },
  );
  const effects = new Map(severity.map(({ annotator, effect }) => [annotator, effect]));
  const value = rows.value.map((own, row) => own - (effects.get(rows.annotator[row] ?? -1) ?? 0));
  return { ...rows, value };
}

/** Rows are in the order of case, annotator and variant. */
function hasWholeAnswers({ case: cases, annotator }: CriterionRows, size: number): boolean {
  for (let from = 0; from < cases.length; from += size) {
    const last = from + size - 1;
    if (cases[last] !== cases[from] || annotator[last] !== annotator[from]) return false;
  }
  return true;
}
