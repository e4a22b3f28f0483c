import type { AgreementPanel } from '../../contract/results/results.ts';
import { gwetAgreement } from '../../statistics/agreement/gwet.ts';
import { krippendorffAlpha } from '../../statistics/agreement/krippendorff.ts';
import { percentAgreement } from '../../statistics/agreement/percent.ts';
import { recodeRatings } from '../../statistics/agreement/unit-ratings.ts';
import { agreementOfPairs, MOST_ANNOTATORS } from './agreement-of-pairs.ts';
import type { CleanStudy } from './clean-study.ts';
import { disagreementOf } from './disagreement.ts';
import { casesOf, compareDisputed } from './disputed-cases.ts';
import { noEstimateYet, presentEstimate, resultWarnings } from './present-estimate.ts';
import type { RatedQuestion } from './rated-questions.ts';
import { countAnswers, NEITHER, type RatedUnits, STRONGER, TIED, WEAKER } from './rated-units.ts';

/**
 * Above this many distinct scores, agreement is measured by distance only, not by equal answers.
 */
const MOST_CATEGORIES = 25;
const DISPUTED_CASES = 20;

/** How far the annotators agree: one panel per kind of question that two of them answered. */
export function agreementPanels(
  study: CleanStudy,
  rated: readonly RatedQuestion[],
): AgreementPanel[] {
  return rated.map((question) =>
    question.measuredOn === 'preference'
      ? preferencePanel(study, question)
      : panelOf(study, question),
  );
}

function preferencePanel(study: CleanStudy, question: RatedQuestion): AgreementPanel {
  const alpha = krippendorffAlpha(recodeRatings(question.rated.packed, ORDERED), {
    metric: 'ordinal',
    clusters: question.rated.packedCases,
    confidence: study.settings.level,
  });
  return { ...panelOf(study, question), ordered: presentEstimate(alpha) };
}

/** Weaker, tie and stronger have an order; both bad is outside of it and counts as a tie here. */
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
  const alpha = krippendorffAlpha(rated.packed, {
    metric,
    clusters: rated.packedCases,
    confidence,
  });
  const options = { clusters: rated.cases, confidence };
  const tooFine = noEstimateYet('agreement.too-many-values', 'not_identified');
  return {
    criterion: question.criterion,
    measured_on: question.measuredOn,
    raw: counts === null ? tooFine : presentEstimate(percentAgreement(counts, options)),
    krippendorff: presentEstimate(alpha),
    gwet:
      counts === null ? tooFine : presentEstimate(gwetAgreement(counts, { ...options, weights })),
    ordered: null,
    annotator_pairs: agreementOfPairs(study, rated),
    disputed_cases: disputedCases(study, rated),
    warnings: resultWarnings(
      study.annotators.length > MOST_ANNOTATORS ? ['too_many_annotators'] : [],
    ),
  };
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
