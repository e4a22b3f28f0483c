import { Problem } from '../../../contract/problems.ts';
import type { VariantRevision } from '../../../storage/variants/variant-revisions.ts';

const LARGEST_REVISION = 2_147_483_647;

/** Numbers that no revision can have become 0, which none has. */
export function revisionNumber(number: number): number {
  return number >= 1 && number <= LARGEST_REVISION ? number : 0;
}

export function pickRevision(
  revisions: readonly VariantRevision[] | undefined,
  number: number,
): VariantRevision {
  const revision = revisions?.find((candidate) => candidate.revision === number);
  if (revision !== undefined) return revision;
  throw revisionNotFound();
}

function revisionNotFound(): Problem {
  return new Problem('revision_not_found', 'The variant has no revision with this number.');
}
