import { severityElsewhere } from '../../statistics/scores/severity-elsewhere.ts';
import type { CleanStudy } from './clean-study.ts';
import type { CriterionRows } from './criterion-scores.ts';

/** With more annotators, severities average out and take long to fit. */
const MOST_ANNOTATORS = 50;

/**
 * Scores minus the severity that their annotator shows in other scenarios: otherwise an output
 * scored by a stern annotator would look worse. Where annotators scored all outputs of their
 * scenarios, severity cancels and scores stay as they are.
 */
export function adjustedForSeverity(study: CleanStudy, rows: CriterionRows): CriterionRows {
  const variants = study.variants.length;
  const annotators = study.annotators.length;
  if (annotators > MOST_ANNOTATORS || hasWholeAnswers(rows, variants)) return rows;
  const severity = severityElsewhere(rows, { variants, annotators });
  return { ...rows, value: rows.value.map((own, row) => own - (severity[row] ?? 0)) };
}

/** Rows are in the order of case, annotator and variant. */
function hasWholeAnswers({ case: cases, annotator }: CriterionRows, size: number): boolean {
  for (let from = 0; from < cases.length; from += size) {
    const last = from + size - 1;
    if (cases[last] !== cases[from] || annotator[last] !== annotator[from]) return false;
  }
  return true;
}
