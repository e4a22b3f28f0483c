import type { Evaluation } from './evaluation-queries.ts';

/** The name of one of an evaluation's variants. */
export function variantName(
  { variant_ids, variant_names }: Pick<Evaluation, 'variant_ids' | 'variant_names'>,
  variantId: string,
): string {
  return variant_names[variant_ids.indexOf(variantId)] ?? '';
}
