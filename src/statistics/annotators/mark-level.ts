/** By chance, one study in a thousand has a false mark, counted over all its annotators. */
const MARK_LEVEL = 0.001;

export function isSure(adjustedP: number | null | undefined): adjustedP is number {
  return adjustedP !== null && adjustedP !== undefined && adjustedP < MARK_LEVEL;
}
