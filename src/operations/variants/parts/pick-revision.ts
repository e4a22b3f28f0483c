import { Problem } from '../../../contract/problems.ts';
import type { VariantRevision } from '../../../storage/variants/variant-revisions.ts';

const LARGEST_REVISION = 2_147_483_647;

/** Numbers that no revision can have become 0, which none has. */
export function revisionNumber(wanted: number): number {
  return wanted >= 1 && wanted <= LARGEST_REVISION ? wanted : 0;
}

export function pickRevision(
  revisions: readonly VariantRevision[] | undefined,
  wanted: number,
): VariantRevision {
  const revision = revisions?.find((candidate) => candidate.revision === wanted);
  if (revision !== undefined) return revision;
  throw revisionNotFound();
}

function revisionNotFound(): Problem {
  return new Problem('revision_not_found', 'The variant has no revision with this number.');
}
