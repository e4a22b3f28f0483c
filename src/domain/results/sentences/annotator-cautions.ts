import type { ResultStatistics } from '../../../contract/results/results.ts';
import { markSentence } from './mark-sentences.ts';
import { variantsOf, verdictLead } from './verdict-lead.ts';
import type { ResultNames } from './wording.ts';

/** The marks of each annotator, and the result without them. */
export function annotatorCautions(
  statistics: ResultStatistics,
  names: ResultNames,
): readonly string[] {
  // With several variants, another one may lead without the annotator.
  const lead = variantsOf(statistics).length > 2 ? null : verdictLead(statistics, names);
  return statistics.bias.annotators.flatMap(({ annotator, marks, without }) => {
    if (marks.length === 0) return [];
    const sentences = marks.map(markSentence).join(' ');
    const figure = without?.estimate ?? null;
    const rest =
      lead === null || figure === null
        ? ''
        : ` Without this annotator: ${lead.value(figure)} instead of ${lead.unit.value(lead.effect)}.`;
    return [`${names.annotator(annotator)}: ${sentences}${rest}`];
  });
}
