import { cutToName } from '../names.ts';

const MOST_NAMED = 3;

/** The name of an evaluation created without one: "concise vs baseline on refunds". */
export function defaultEvaluationName(
  variants: readonly { readonly configName: string; readonly name: string }[],
  testsetName: string,
): string {
  const configs = variants.map(({ configName }) => configName);
  // Variants of several bases can have the same config name.
  const areDistinct = new Set(configs).size === configs.length;
  const names = areDistinct ? configs : variants.map(({ name }) => name);
  const left = names.length - MOST_NAMED;
  const named =
    left > 1 ? `${names.slice(0, MOST_NAMED).join(' vs ')} and ${left} more` : names.join(' vs ');
  return cutToName(`${named} on ${testsetName}`);
}
