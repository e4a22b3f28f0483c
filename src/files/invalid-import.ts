import { Problem } from '../contract/problems.ts';

/** The data cannot be read because of this line, 1-based. */
export function invalidImport(reason: string, line: number): Problem {
  return new Problem('invalid_import', `Nothing was imported, because of line ${line}: ${reason}`, {
    members: { reason, line },
  });
}
