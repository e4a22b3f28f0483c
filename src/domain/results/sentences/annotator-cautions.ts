import type { ResultStatistics } from '../../../contract/results/results.ts';
import { markSentence } from './mark-sentences.ts';
import { variantsOf, verdictLead } from './verdict-lead.ts';
import type { ResultNames } from './wording.ts';

/** What is marked about each annotator, and what the result would be without them. */
export function annotatorCautions(
  statistics: ResultStatistics,
  names: ResultNames,
): readonly string[] {
  // Of several variants another one may lead without them.
  const lead = variantsOf(statistics).length > 2 ? null : verdictLead(statistics, names);
  return statistics.bias.annotators.flatMap(({ annotator, marks, without }) => {
    if (marks.length === 0) return [];
    const said = marks.map(markSentence).join(' ');
    const figure = without?.estimate ?? null;
    const rest =
      lead === null || figure === null
        ? ''
        : ` Without this annotator: ${lead.value(figure)} instead of ${lead.unit.value(lead.effect)}.`;
    return [`${names.annotator(annotator)}: ${said}${rest}`];
  });
}
