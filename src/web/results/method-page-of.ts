/** Parts of method codes and the pages about them; the first match wins. */
const PAGES: readonly (readonly [word: string, page: string])[] = [
  ['other-annotators', 'other-annotators'],
  ['plan-boundary', 'plan-boundary'],
  ['past-plan', 'plan-boundary'],
  ['gwet', 'gwet'],
  ['krippendorff', 'krippendorff'],
  ['agreement.percent', 'percent-agreement'],
  ['annotator', 'annotator-quality'],
  ['davidson', 'davidson'],
  ['drift', 'drift'],
  ['length-effect', 'length-effect'],
  ['position-effect', 'position-effect'],
  ['median', 'median'],
  ['superiority', 'probability-of-superiority'],
  ['mean', 'clustered-errors'],
  ['proportion', 'proportions'],
  ['binomial', 'sign-test'],
  ['wilcoxon', 'wilcoxon'],
  ['friedman', 'friedman'],
  ['adjust', 'multiplicity'],
  ['win-rate', 'win-rate'],
  ['share', 'win-rate'],
];

/** The page about a method of a result. */
export function methodPageOf(method: string): string | undefined {
  return PAGES.find(([word]) => method.includes(word))?.[1];
}
