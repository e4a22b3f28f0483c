/** A mark is for errors that chance makes once in a thousand studies, counted over all annotators. */
const MARK_LEVEL = 0.001;

export function isSure(adjustedP: number | null | undefined): adjustedP is number {
  return adjustedP !== null && adjustedP !== undefined && adjustedP < MARK_LEVEL;
}
