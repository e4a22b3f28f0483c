import type { AgreementPanel } from '../../contract/results.ts';
import { gwetAgreement } from '../../statistics/agreement/gwet.ts';
import { krippendorffAlpha } from '../../statistics/agreement/krippendorff.ts';
import { percentAgreement } from '../../statistics/agreement/percent.ts';
import { recodeRatings } from '../../statistics/agreement/unit-ratings.ts';
import type { WeightScheme } from '../../statistics/agreement/weights.ts';
import { wilsonInterval } from '../../statistics/proportions.ts';
import type { CleanStudy } from './clean-study.ts';
import { rowsWhere } from './columns.ts';
import { noEstimateYet, presentEstimate, resultWarnings } from './present-estimate.ts';
import {
  countAnswers,
  NEITHER,
  type RatedUnits,
  ratedChoices,
  ratedPairs,
  ratedScores,
  STRONGER,
  TIED,
  WEAKER,
} from './rated-units.ts';
import type { Criterion } from './study-data.ts';
import type { AskedCriterion } from './summarize-scores.ts';

/** A heat map of more people would not be read. */
const MOST_ANNOTATORS = 40;
/** Above this many different scores agreement is a matter of distance, not of equal answers. */
const MOST_CATEGORIES = 25;
const DISPUTED_CASES = 20;

interface Panel {
  readonly criterion: string | null;
  readonly measuredOn: AgreementPanel['measured_on'];
  readonly metric: 'nominal' | 'ordinal' | 'interval';
  readonly weights: WeightScheme;
}

/** How far the annotators agree: one panel per kind of question that two of them answered. */
export function agreementPanels(
  study: CleanStudy,
  asked: readonly AskedCriterion[],
): AgreementPanel[] {
  const panels: AgreementPanel[] = [];
  if (study.votes.case.length > 0) panels.push(preferencePanel(study));
  if (study.choices.case.length > 0) {
    const panel: Panel = { ...NOMINAL, criterion: null, measuredOn: 'choice' };
    panels.push(panelOf(study, ratedChoices(study), panel));
  }
  for (const { criterion, rows } of asked) {
    if (rows.case.length === 0) continue;
    const panel: Panel = { ...metricOf(criterion), criterion: criterion.name, measuredOn: 'score' };
    panels.push(panelOf(study, ratedScores(rows, criterion, study.variants.length), panel));
  }
  return panels;
}

const NOMINAL = { metric: 'nominal', weights: 'unweighted' } as const;

function metricOf({ scale }: Criterion): Pick<Panel, 'metric' | 'weights'> {
  switch (scale) {
    case 'binary':
    case 'choice':
    case 'text':
      return NOMINAL;
    case 'likert':
      return { metric: 'ordinal', weights: 'ordinal' };
    case 'numeric':
      return { metric: 'interval', weights: 'quadratic' };
  }
}

function preferencePanel(study: CleanStudy): AgreementPanel {
  const rated = ratedPairs(study);
  const panel = panelOf(study, rated, { ...NOMINAL, criterion: null, measuredOn: 'preference' });
  const alpha = krippendorffAlpha(recodeRatings(rated.packed, ORDERED), {
    metric: 'ordinal',
    confidence: study.settings.level,
  });
  return { ...panel, ordered: presentEstimate(alpha) };
}

/** Weaker, tie, stronger is an order; that both were bad is another question and counts as a tie here. */
const ORDERED = {
  categories: [-1, 0, 1],
  codeOf: Int32Array.from([STRONGER, WEAKER, TIED, NEITHER], (answer) =>
    answer === STRONGER ? 2 : answer === WEAKER ? 0 : 1,
  ),
};

function panelOf(study: CleanStudy, rated: RatedUnits, panel: Panel): AgreementPanel {
  const { level: confidence } = study.settings;
  const { metric, weights } = panel;
  const isFine = rated.categories.length > MOST_CATEGORIES;
  const counts = isFine ? null : countAnswers(rated);
  const alpha = krippendorffAlpha(rated.packed, { metric, confidence });
  const tooFine = noEstimateYet('agreement.too-many-values', 'not_identified');
  return {
    criterion: panel.criterion,
    measured_on: panel.measuredOn,
    raw: counts === null ? tooFine : presentEstimate(percentAgreement(counts, { confidence })),
    krippendorff: presentEstimate(alpha),
    gwet:
      counts === null ? tooFine : presentEstimate(gwetAgreement(counts, { weights, confidence })),
    ordered: null,
    annotator_pairs: annotatorPairs(study, rated),
    disputed_cases: disputedCases(study, rated),
    warnings: resultWarnings(
      study.annotators.length > MOST_ANNOTATORS ? ['too_many_annotators'] : [],
    ),
  };
}

/** For every two annotators, how often they gave the same answer to the same question. */
function annotatorPairs(
  { annotators, settings }: CleanStudy,
  { annotator, answer, ...rated }: RatedUnits,
): AgreementPanel['annotator_pairs'] {
  const size = annotators.length;
  if (size > MOST_ANNOTATORS) return [];
  const shared = new Int32Array(size * size);
  const equal = new Int32Array(size * size);
  for (let from = 0, to = 0; from < annotator.length; from = to) {
    to = endOfUnit(rated.unit, from);
    for (let i = from; i < to; i += 1) {
      for (let j = from; j < to; j += 1) {
        const a = annotator[i] ?? 0;
        const b = annotator[j] ?? 0;
        if (a >= b) continue;
        const cell = a * size + b;
        shared[cell] = (shared[cell] ?? 0) + 1;
        if (answer[i] === answer[j]) equal[cell] = (equal[cell] ?? 0) + 1;
      }
    }
  }
  return annotators.flatMap((own, a) =>
    annotators.flatMap((other, b) => {
      const n = shared[a * size + b] ?? 0;
      if (n === 0) return [];
      const rate = wilsonInterval(
        { successes: equal[a * size + b] ?? 0, n },
        { confidence: settings.level },
      );
      return [{ annotator: own, other, agreement: presentEstimate(rate) }];
    }),
  );
}

function disputedCases(
  { cases }: CleanStudy,
  { unit, answer, ...rated }: RatedUnits,
): AgreementPanel['disputed_cases'] {
  const pairs = new Float64Array(cases);
  const apart = new Float64Array(cases);
  const judgements = new Float64Array(cases);
  for (let from = 0, to = 0; from < unit.length; from = to) {
    to = endOfUnit(unit, from);
    const position = rated.case[from] ?? 0;
    const size = to - from;
    const own = (size * (size - 1)) / 2;
    pairs[position] = (pairs[position] ?? 0) + own;
    apart[position] = (apart[position] ?? 0) + own - alikePairs(answer, from, to);
    judgements[position] = (judgements[position] ?? 0) + size;
  }
  return Array.from(rowsWhere(cases, (position) => (apart[position] ?? 0) > 0))
    .map((position) => ({
      case: position,
      disagreement: (apart[position] ?? 0) / (pairs[position] ?? 0),
      judgements: judgements[position] ?? 0,
    }))
    .sort(
      (a, b) => b.disagreement - a.disagreement || b.judgements - a.judgements || a.case - b.case,
    )
    .slice(0, DISPUTED_CASES);
}

/** Pairs of equal answers. */
function alikePairs(answers: Int32Array, from: number, to: number): number {
  if (to - from < 2) return 0;
  // Nearly all units are of two.
  if (to - from === 2) return answers[from] === answers[from + 1] ? 1 : 0;
  const sorted = answers.slice(from, to).sort();
  let pairs = 0;
  let run = 0;
  for (let i = 1; i < sorted.length; i += 1) {
    run = sorted[i] === sorted[i - 1] ? run + 1 : 0;
    pairs += run;
  }
  return pairs;
}

/** Where the next unit begins. */
function endOfUnit(unit: Int32Array, from: number): number {
  let to = from + 1;
  while (to < unit.length && unit[to] === unit[from]) to += 1;
  return to;
}
