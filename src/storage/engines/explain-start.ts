import { Problem } from '../../contract/problems.ts';
import { AWAY, DAMAGED, isDamage, LATE, UNREACHABLE } from './engine-errors.ts';
import { StartRefused } from './start-refused.ts';

/** SQLITE_READONLY and SQLITE_CANTOPEN. */
const READ_ONLY = 8;
const CANNOT_OPEN = 14;

/** What operators can mend about a data directory, as a sentence; anything else as it was. */
export function explainDirectory(error: unknown, directory: string): unknown {
  if (!(error instanceof Error)) return error;
  if (error.message === UNREACHABLE) return unusable(directory, 'the database cannot be opened');
  const code = 'errcode' in error ? Number(error.errcode) : undefined;
  if (error.message === DAMAGED || (code !== undefined && isDamage(code))) {
    return new StartRefused(
      `The database in ${directory} is damaged or is none. Restore a backup, or choose another directory with --data-dir.`,
    );
  }
  if (code === READ_ONLY || code === CANNOT_OPEN) return unusable(directory, error.message);
  if (code !== undefined && /already exists|no such column/.test(error.message)) {
    return new StartRefused(
      `The database in ${directory} holds tables of another program. Choose another directory with --data-dir.`,
    );
  }
  const isOfFiles = 'syscall' in error && 'path' in error;
  return isOfFiles ? unusable(directory, error.message.split(',')[0] ?? '') : error;
}

/** What operators can mend about a database server, as a sentence; anything else as it was. */
export function explainServer(error: unknown, databaseUrl: string): unknown {
  const { hostname = '', port, username, pathname = '' } = URL.parse(databaseUrl) ?? {};
  const isAway = error instanceof Problem && [AWAY, LATE].includes(error.message);
  const reason = isAway ? error.cause : error;
  const code = reason instanceof Error && 'code' in reason ? String(reason.code) : '';
  const said = reason instanceof Error ? reason.message : '';
  if (code === '3D000') {
    return new StartRefused(
      `PostgreSQL refuses DATABASE_URL: ${said}. Create that database, or name another one.`,
    );
  }
  if (code.startsWith('28')) {
    return new StartRefused(
      `PostgreSQL refuses DATABASE_URL: ${said}. Check the role and its password.`,
    );
  }
  if (code === '42501') {
    return new StartRefused(
      `The role ${username || 'of DATABASE_URL'} may not use the tables: ${said}. Grant it SELECT, INSERT, UPDATE and DELETE on all of them.`,
    );
  }
  // A table or function that is there already, a column or table that is not.
  if (['42P07', '42723', '42703', '42P01'].includes(code)) {
    return new StartRefused(
      `The database ${pathname.slice(1)} holds tables of another program. Create an empty database and name it in DATABASE_URL.`,
    );
  }
  if (!isAway) return error;
  // What the server itself says, such as that it has too many connections, has a severity.
  if (reason instanceof Error && 'severity' in reason) {
    return new StartRefused(
      `PostgreSQL at ${hostname}:${port || 5432} takes no work for now: ${said}. Look into its log, and start again.`,
    );
  }
  return new StartRefused(
    `PostgreSQL at ${hostname}:${port || 5432} does not answer. Check DATABASE_URL, and whether that server runs.`,
  );
}

function unusable(directory: string, reason: string): StartRefused {
  return new StartRefused(
    `The data directory ${directory} cannot be used (${reason}). Let this user write to it, or choose another one with --data-dir.`,
  );
}
