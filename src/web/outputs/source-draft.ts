import type { Output } from '../../contract/api.ts';
import type { Source } from '../../contract/outputs/generation.ts';

/** Where the outputs of a variant come from, as one value of a list to choose from. */
export type SourceDraft = 'base' | 'import' | `provider/${string}`;

export function sourceDraftOf({
  kind,
  provider_id,
}: Omit<Source, 'variant_id'>): SourceDraft | undefined {
  if (kind !== 'provider') return kind;
  return provider_id === null || provider_id === undefined ? undefined : `provider/${provider_id}`;
}

/** Those whose base can be called are. */
export function usualSources(
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
