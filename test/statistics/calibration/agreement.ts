import { agreementPanels } from '../../../src/domain/results/agreement-panel.ts';
import { cleanStudy } from '../../../src/domain/results/clean-study.ts';
import { answersOf } from '../../../src/domain/results/study-answers.ts';
import { createRandom, type Random } from '../../../src/statistics/numerics/random.ts';
import { studyOf, type VoteRow } from '../../support/studies.ts';
import { logistic, type Rate, rateOf, repeatedRandom } from './simulation.ts';

export interface AgreementDesign {
  readonly variants: number;
  readonly cases: number;
  readonly repeats: number;
  readonly seed: number;
}

export const AGREEMENT_MEASURES = ['raw', 'krippendorff', 'gwet', 'ordered', 'pair'] as const;

export type AgreementMeasure = (typeof AGREEMENT_MEASURES)[number];

/**
 * Coverage of the intervals of agreement for new scenarios, by measure: three annotators judge every
 * pair of every scenario, and scenarios differ in clarity, so the pairs of one scenario are alike.
 */
export function agreementCoverage({
  variants,
  cases,
  repeats,
  seed,
}: AgreementDesign): Readonly<Record<AgreementMeasure, Rate>> {
  const truth = measured({ variants, cases: TRUTH_CASES, random: createRandom(77) });
  const covered = { raw: 0, krippendorff: 0, gwet: 0, ordered: 0, pair: 0 };
  for (let r = 0; r < repeats; r += 1) {
    const sample = measured({ variants, cases, random: repeatedRandom(seed, r) });
    for (const measure of AGREEMENT_MEASURES) {
      const interval = sample(measure)?.interval ?? null;
      const value = truth(measure)?.estimate ?? Number.NaN;
      const isCovered = interval !== null && interval.low <= value && value <= interval.high;
      if (isCovered) covered[measure] += 1;
    }
  }
  const rate = (measure: AgreementMeasure) => rateOf(covered[measure] / repeats, repeats);
  return {
    raw: rate('raw'),
    krippendorff: rate('krippendorff'),
    gwet: rate('gwet'),
    ordered: rate('ordered'),
    pair: rate('pair'),
  };
}

const TRUTH_CASES = 8000;

interface Simulated {
  readonly variants: number;
  readonly cases: number;
  readonly random: Random;
}

function measured(simulated: Simulated) {
  const study = cleanStudy(studyOf({ variants: simulated.variants, votes: votesOf(simulated) }));
  const [panel] = agreementPanels(study, answersOf(study).rated);
  return (measure: AgreementMeasure) =>
    measure === 'pair' ? panel?.annotator_pairs[0]?.agreement : panel?.[measure];
}

function votesOf({ variants, cases, random }: Simulated): VoteRow[] {
  const votes: VoteRow[] = [];
  for (let position = 0; position < cases; position += 1) {
    const clarity = Math.exp(0.8 * random.normal());
    const tieShare = logistic(-1.5 + 1.2 * random.normal());
    const liking = Array.from({ length: variants }, (_, i) => 0.4 * i + random.normal());
    for (let left = 0; left < variants; left += 1) {
      for (let right = left + 1; right < variants; right += 1) {
        const lean = logistic(clarity * ((liking[left] ?? 0) - (liking[right] ?? 0)));
        for (let annotator = 0; annotator < 3; annotator += 1) {
          const isTied = random.uniform() < tieShare;
          const outcome = isTied ? 2 : random.uniform() < lean ? 0 : 1;
          votes.push({ case: position, annotator, left, right, outcome });
        }
      }
    }
  }
  return votes;
}
