import { Problem } from '../../contract/problems.ts';
import { AWAY, DAMAGED, isDamage, LATE, UNREACHABLE } from './engine-errors.ts';
import { StartRefused } from './start-refused.ts';

/** SQLITE_READONLY and SQLITE_CANTOPEN. */
const READ_ONLY = 8;
const CANNOT_OPEN = 14;

/** Explains errors of a data directory that operators can fix; returns others unchanged. */
export function explainDirectory(error: unknown, directory: string): unknown {
  if (!(error instanceof Error)) return error;
  if (error.message === UNREACHABLE) return unusable(directory, 'the database cannot be opened');
  const code = 'errcode' in error ? Number(error.errcode) : undefined;
  if (error.message === DAMAGED || (code !== undefined && isDamage(code))) {
    return new StartRefused(
      `The database in ${directory} is damaged or not a database. Restore a backup, or choose another directory with --data-dir.`,
    );
  }
  if (code === READ_ONLY || code === CANNOT_OPEN) return unusable(directory, error.message);
  if (code !== undefined && /already exists|no such column/.test(error.message)) {
    return new StartRefused(
      `The database in ${directory} holds tables of another program. Choose another directory with --data-dir.`,
    );
  }
  const isFileError = 'syscall' in error && 'path' in error;
  return isFileError ? unusable(directory, error.message.split(',')[0] ?? '') : error;
}

/** Explains errors of a database server that operators can fix; returns others unchanged. */
export function explainServer(error: unknown, databaseUrl: string): unknown {
  const { hostname = '', port, username, pathname = '' } = URL.parse(databaseUrl) ?? {};
  const isAway = error instanceof Problem && [AWAY, LATE].includes(error.message);
  const reason = isAway ? error.cause : error;
  const code = reason instanceof Error && 'code' in reason ? String(reason.code) : '';
  const message = reason instanceof Error ? reason.message : '';
  if (code === '3D000') {
    return new StartRefused(
      `PostgreSQL refuses DATABASE_URL: ${message}. Create that database, or name another one.`,
    );
  }
  if (code.startsWith('28')) {
    return new StartRefused(
      `PostgreSQL refuses DATABASE_URL: ${message}. Check the role and its password.`,
    );
  }
  if (code === '42501') {
    return new StartRefused(
      `The role ${username || 'of DATABASE_URL'} may not use the tables: ${message}. Grant it SELECT, INSERT, UPDATE and DELETE on all of them.`,
    );
  }
  // Duplicate table or function, undefined column or table.
  if (['42P07', '42723', '42703', '42P01'].includes(code)) {
    return new StartRefused(
      `The database ${pathname.slice(1)} holds tables of another program. Create an empty database and name it in DATABASE_URL.`,
    );
  }
  if (!isAway) return error;
  // Errors that the server itself sends, such as too many connections, have a severity.
  if (reason instanceof Error && 'severity' in reason) {
    return new StartRefused(
      `PostgreSQL at ${hostname}:${port || 5432} refuses work at the moment: ${message}. Check its log, and start again.`,
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
