import type { ResultWarning } from '../../contract/results/result-estimates.ts';
import { type CleanStudy, hasExclusions } from './clean-study.ts';
import type { StudyLook } from './study-look.ts';
import { isDominant, type Volume } from './volume-of.ts';

/** Warnings that the page always shows, whatever the verdict. */
export function pageWarnings(study: CleanStudy, look: StudyLook, volume: Volume): ResultWarning[] {
  const { judgements, annotators, byAnnotator } = volume;
  const completed = look.order.positions.length;
  const warnings: ResultWarning[] = [];
  if (judgements === 0) {
    return hasExclusions(study) ? ['excluded_judgements', 'no_data'] : ['no_data'];
  }
  if (completed < 20) warnings.push(completed === 1 ? 'one_case' : 'few_cases');
  if (annotators < 5) warnings.push(annotators === 1 ? 'one_annotator' : 'few_annotators');
  if (study.settings.plan !== null) warnings.push('extended');
  if (study.settings.isChangedLate) warnings.push('settings_changed');
  if (hasExclusions(study)) warnings.push('excluded_judgements');
  if (study.exclusions.areRulesWaived) warnings.push('rules_exclude_all');
  if (byAnnotator.some((_, annotator) => isDominant(volume, annotator)))
    warnings.push('dominant_annotator');
  if (hasSideImbalance(study)) warnings.push('side_imbalance');
  if (study.votes.sided.includes(0)) warnings.push('sides_unknown');
  if (offersWereUnequal(study)) warnings.push('unequal_offers');
  return warnings;
}

/**
 * Whether a variant was on one side in more than 55 % of its votes, and by more than three standard
 * deviations of a coin: blocks of sides are long, so a few votes may well be uneven.
 */
function hasSideImbalance({ variants, votes }: CleanStudy): boolean {
  const left = new Float64Array(variants.length);
  const right = new Float64Array(variants.length);
  for (let row = 0; row < votes.left.length; row += 1) {
    if (votes.sided[row] === 0) continue;
    const variant = votes.left[row] ?? 0;
    const other = votes.right[row] ?? 0;
    left[variant] = (left[variant] ?? 0) + 1;
    right[other] = (right[other] ?? 0) + 1;
  }
  return left.some((count, i) => {
    const total = count + (right[i] ?? 0);
    const ahead = Math.abs(count - (right[i] ?? 0));
    return ahead > 0.1 * total && ahead > 3 * Math.sqrt(total);
  });
}

/**
 * Whether pairs were offered with different probabilities: rates lean towards the frequent ones.
 */
function offersWereUnequal({ votes: { probability } }: CleanStudy): boolean {
  let first = Number.NaN;
  for (let row = 0; row < probability.length; row += 1) {
    const own = probability[row] ?? Number.NaN;
    if (Number.isNaN(first)) first = own;
    if (Math.abs(own - first) > 1e-9) return true;
  }
  return false;
}
