/** Abilities on the rating scale some tools print: (scale / ln base) · b + offset. */
export function ratingScale(
  ability: number,
  options: { readonly base?: number; readonly scale?: number; readonly offset?: number } = {},
): number {
  return (
    ((options.scale ?? 400) / Math.log(options.base ?? 10)) * ability + (options.offset ?? 1000)
  );
}
