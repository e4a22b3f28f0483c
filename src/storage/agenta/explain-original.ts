import { StartRefused } from '../engines/start-refused.ts';
import { Unreachable } from './original.ts';

/** Why the original cannot be read, as a sentence. */
export function explainOriginal(error: unknown, url: string): unknown {
  if (!(error instanceof Error)) return error;
  const { hostname, port, username } = URL.parse(url) ?? {};
  const code = 'code' in error ? String(error.code) : '';
  if (code.startsWith('28')) {
    return new StartRefused(
      `The original refuses ${username || 'this role'}: ${error.message}. Check user and password in --from.`,
    );
  }
  if (code === '3D000') {
    return new StartRefused(`The original has no such database: ${error.message}. Check --from.`);
  }
  if (code === '42501') {
    return new StartRefused(
      `${username || 'This role'} may not read the original: ${error.message}. Grant SELECT on all tables.`,
    );
  }
  // Errors of the driver and of the network lack the five-character code of SQL errors.
  const isSqlError = /^[0-9A-Z]{5}$/.test(code) && !/^(08|57P|53|58)/.test(code);
  if (isSqlError || error instanceof SyntaxError) return error;
  return new Unreachable(
    `The original at ${hostname ?? ''}:${port || 5432} does not answer, or stopped answering (${error.message || code}).`,
    error,
  );
}
