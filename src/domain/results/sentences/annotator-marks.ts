import type { AnnotatorQuality, ResultStatistics } from '../../../contract/results/results.ts';
import { percent, type ResultNames } from './wording.ts';

/** Signs that an annotator's judgements need a look, each to be read after the annotator's name. */
export function annotatorMarks(one: AnnotatorQuality): readonly string[] {
  const isConstant = one.warnings.includes('constant_annotator');
  const isDominant = one.warnings.includes('dominant_annotator');
  const isNew = one.warnings.includes('few_cases');
  return [
    oneSided(one),
    isConstant ? `gave the same judgement all ${one.judgements} times` : null,
    isDominant ? `gave ${percent(one.share)} of all judgements` : null,
    isNew ? 'has fewer than 10 judgements' : null,
  ].filter((mark) => mark !== null);
}

/** The marks that make the whole result doubtful, as sentences. */
export function annotatorCautions(
  { bias, kind }: ResultStatistics,
  names: ResultNames,
): readonly string[] {
  return bias.annotators.flatMap((one) => {
    const side = oneSided(one);
    const name = names.annotator(one.annotator);
    if (side !== null) return [`${name} ${side}: check whether both outputs were read.`];
    // The same variant on changing sides is an opinion; the same score or tie each time may be none.
    const isOpinion = kind === 'comparison' && (one.first_share?.n ?? 0) > 0;
    return one.warnings.includes('constant_annotator') && !isOpinion
      ? [
          `${name} gave the same judgement all ${one.judgements} times: check whether outputs were read.`,
        ]
      : [];
  });
}

const MANY = 20;
const NEARLY_ALL = 0.9;

function oneSided({ first_share }: AnnotatorQuality): string | null {
  const { estimate = null, n = 0 } = first_share ?? {};
  if (estimate === null || n < MANY) return null;
  if (estimate >= NEARLY_ALL) return `chose the left output ${times(estimate, n)}`;
  return estimate <= 1 - NEARLY_ALL ? `chose the right output ${times(1 - estimate, n)}` : null;
}

function times(share: number, n: number): string {
  return `in ${Math.round(share * n)} of ${n} decided comparisons`;
}
