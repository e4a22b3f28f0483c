import { repeatableSources } from '../../security/annotator-crawl.ts';
import type { Shown } from '../../support/crowd.ts';
import { startTestServer } from '../../support/running-server.ts';
import { type HandedDesign, handedSequences, type Sequence } from './handed-sequences.ts';
import { type Correlation, type OrderQuestion, orderCorrelation } from './order.ts';

export interface OrderDesigns {
  readonly scores: HandedDesign;
  readonly pairs: HandedDesign;
  readonly onePair: HandedDesign;
  readonly twoPairs?: HandedDesign;
}

/** 200 annotators of each kind of evaluation. */
export const LONG_DESIGNS: OrderDesigns = {
  scores: {
    type: 'single_model_test',
    variantCount: 2,
    scenarios: 60,
    annotatorCount: 2,
    evaluations: 100,
    seed: 1,
  },
  pairs: { variantCount: 3, scenarios: 40, annotatorCount: 10, evaluations: 20, seed: 2 },
  onePair: {
    variantCount: 3,
    settings: { pairs_per_scenario: 1 },
    scenarios: 120,
    annotatorCount: 10,
    evaluations: 20,
    seed: 3,
  },
  twoPairs: {
    variantCount: 4,
    settings: { pairs_per_scenario: 2 },
    scenarios: 60,
    annotatorCount: 10,
    evaluations: 20,
    seed: 4,
  },
};

/** Fewer annotators, who judge more each. */
export const SHORT_DESIGNS: OrderDesigns = {
  scores: { ...LONG_DESIGNS.scores, evaluations: 5 },
  pairs: { ...LONG_DESIGNS.pairs, scenarios: 24, annotatorCount: 2, evaluations: 8 },
  onePair: { ...LONG_DESIGNS.onePair, scenarios: 96, annotatorCount: 3, evaluations: 10 },
};

export type HandedTasks = ReadonlyMap<HandedDesign, readonly Sequence[]>;

/** What a running service hands to guests; ids and secrets, and so orders, are always the same. */
export async function handOut(designs: OrderDesigns): Promise<HandedTasks> {
  const sources = repeatableSources(1.8e12);
  const environment = { DURABILITY: 'relaxed' };
  const server = await startTestServer({ engine: 'sqlite', sources, environment });
  const handed = new Map<HandedDesign, readonly Sequence[]>();
  try {
    for (const design of [designs.scores, designs.pairs, designs.onePair, designs.twoPairs]) {
      if (design !== undefined) handed.set(design, await handedSequences(server, design));
    }
  } finally {
    await server.stop();
  }
  return handed;
}

/** Correlates time with what is shown: each variant alone, or the pairs with each variant. */
export function correlationsOf(
  design: HandedDesign,
  sequences: readonly Sequence[],
): readonly Correlation[] {
  const { variantCount = 2, settings } = design;
  // Annotators of an evaluation share which pairs its scenarios have, and in which order these come.
  const clusterOf = settings?.pairs_per_scenario === undefined ? byAnnotator : byEvaluation;
  const shownIn = (variant: number) => (task: Shown) => (task.variants.includes(variant) ? 1 : 0);
  const questions: readonly OrderQuestion[] =
    design.type === 'single_model_test'
      ? [{ valueOf: ({ variants }) => variants[0] ?? 0, clusterOf }]
      : Array.from({ length: variantCount }, (_, variant) => ({
          valueOf: shownIn(variant),
          clusterOf,
        }));
  return questions.map((question) => orderCorrelation(sequences, question));
}

/** Within three standard errors of zero, and those at most 0.01. */
export function isUnrelated({ estimate, standardError }: Correlation): boolean {
  return standardError <= 0.01 && Math.abs(estimate) <= 3 * standardError;
}

const byAnnotator = ({ evaluation, annotator }: Sequence) => `${evaluation} ${annotator}`;
const byEvaluation = ({ evaluation }: Sequence) => `${evaluation}`;
