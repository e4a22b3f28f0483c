import type { Output } from '../../contract/api.ts';
import type { Source } from '../../contract/outputs/generation.ts';

/** The source of a variant's outputs, as one value of a select field. */
export type SourceDraft = 'base' | 'import' | `provider/${string}`;

export function sourceDraftOf({
  kind,
  provider_id,
}: Omit<Source, 'variant_id'>): SourceDraft | undefined {
  if (kind !== 'provider') return kind;
  return provider_id === null || provider_id === undefined ? undefined : `provider/${provider_id}`;
}

/** Variants whose base has a URI call it by default. */
export function defaultSources(
  variants: Output<'listAppVariants'>,
): Readonly<Record<string, SourceDraft>> {
  const callable = variants.filter(({ uri }) => uri !== null);
  return Object.fromEntries(callable.map(({ variant_id }) => [variant_id, 'base']));
}

export function sourcesOf(
  variantIds: readonly string[],
  chosen: Readonly<Record<string, SourceDraft>>,
): Source[] {
  return variantIds.map((variant_id) => sourceOf(variant_id, chosen[variant_id] ?? 'import'));
}

function sourceOf(variant_id: string, draft: SourceDraft): Source {
  if (draft === 'base' || draft === 'import') return { variant_id, kind: draft };
  return { variant_id, kind: 'provider', provider_id: draft.slice('provider/'.length) };
}
