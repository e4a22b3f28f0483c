import { Problem } from '../../contract/problems.ts';

/** The data cannot be read; `line` is 1-based, null where there are no lines to count. */
export function invalidImport(reason: string, line: number | null): Problem {
  const where = line === null ? '' : ` (line ${line})`;
  return new Problem('invalid_import', `Nothing was imported: ${reason}${where}`, {
    members: { reason, line },
  });
}
