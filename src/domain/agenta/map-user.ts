import { decodeString } from '../../contract/decode-string.ts';
import type { ValidationIssue } from '../../contract/validation.ts';
import { nameKey } from '../names.ts';
import type { RowReader } from './row-reader.ts';

export interface ImportedUser {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly emailKey: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A user without a password; a missing address becomes one that gets no mail (RFC 2606). */
export function mapUser(reader: RowReader, now: number): ImportedUser | undefined {
  const { id } = reader;
  if (id === undefined) return reader.leaveOut('broken_value', reader.shown('id'));
  const given = reader.text('email').trim();
  const email = isEmail(given) ? given : `${id}@imported.invalid`;
  if (email !== given) reader.change('broken_value', `${reader.shown('email')}: now ${email}`);
  const username = reader.name('username', email.split('@')[0] ?? 'Unknown');
  const createdAt = reader.time('created_at', now);
  const updatedAt = reader.time('updated_at', createdAt);
  return { id, username, email, emailKey: nameKey(email), createdAt, updatedAt };
}

function isEmail(text: string): boolean {
  const found: ValidationIssue[] = [];
  decodeString({ format: 'email', minLength: 3, maxLength: 254 }, text, [], found);
  return found.length === 0;
}
