import type { AgreementPanel } from '../../contract/results/results.ts';
import { gwetAgreement } from '../../statistics/agreement/gwet.ts';
import { krippendorffAlpha } from '../../statistics/agreement/krippendorff.ts';
import { percentAgreement } from '../../statistics/agreement/percent.ts';
import { recodeRatings } from '../../statistics/agreement/unit-ratings.ts';
import { wilsonInterval } from '../../statistics/intervals/proportions.ts';
import type { CleanStudy } from './clean-study.ts';
import { disagreementOf } from './disagreement.ts';
import { casesOf, compareDisputed } from './disputed-cases.ts';
import { noEstimateYet, presentEstimate, resultWarnings } from './present-estimate.ts';
import { type RatedQuestion, ratedQuestions } from './rated-questions.ts';
import {
  countAnswers,
  endOfUnit,
  NEITHER,
  type RatedUnits,
  STRONGER,
  TIED,
  WEAKER,
} from './rated-units.ts';
import type { AskedCriterion } from './summarize-scores.ts';

/** A heat map of more people would not be read. */
const MOST_ANNOTATORS = 40;
/** Above this many different scores agreement is a matter of distance, not of equal answers. */
const MOST_CATEGORIES = 25;
const DISPUTED_CASES = 20;

/** How far the annotators agree: one panel per kind of question that two of them answered. */
export function agreementPanels(
  study: CleanStudy,
  asked: readonly AskedCriterion[],
): AgreementPanel[] {
  return [...ratedQuestions(study, asked)].map((question) =>
    question.measuredOn === 'preference'
      ? preferencePanel(study, question)
      : panelOf(study, question),
  );
}

function preferencePanel(study: CleanStudy, question: RatedQuestion): AgreementPanel {
  const alpha = krippendorffAlpha(recodeRatings(question.rated.packed, ORDERED), {
    metric: 'ordinal',
    confidence: study.settings.level,
  });
  return { ...panelOf(study, question), ordered: presentEstimate(alpha) };
}

/** Weaker, tie, stronger is an order; that both were bad is another question and counts as a tie here. */
const ORDERED = {
  categories: [-1, 0, 1],
  codeOf: Int32Array.from([STRONGER, WEAKER, TIED, NEITHER], (answer) =>
    answer === STRONGER ? 2 : answer === WEAKER ? 0 : 1,
  ),
};

function panelOf(study: CleanStudy, question: RatedQuestion): AgreementPanel {
  const { level: confidence } = study.settings;
  const { metric, weights, rated } = question;
  const isFine = rated.categories.length > MOST_CATEGORIES;
  const counts = isFine ? null : countAnswers(rated);
  const alpha = krippendorffAlpha(rated.packed, { metric, confidence });
  const tooFine = noEstimateYet('agreement.too-many-values', 'not_identified');
  return {
    criterion: question.criterion,
    measured_on: question.measuredOn,
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

function disputedCases({ cases }: CleanStudy, rated: RatedUnits): AgreementPanel['disputed_cases'] {
  return casesOf(disagreementOf(rated, cases))
    .filter(({ disagreement }) => (disagreement ?? 0) > 0)
    .sort(compareDisputed)
    .slice(0, DISPUTED_CASES)
    .map(({ position, disagreement, answers }) => ({
      case: position,
      disagreement: disagreement ?? 0,
      judgements: answers,
    }));
}
