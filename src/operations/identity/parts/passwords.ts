import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Problem } from '../../../contract/problems.ts';
import { issues, ValidationFailure } from '../../../contract/validation.ts';
import { isCommonPassword } from '../../../domain/identity/common-passwords.ts';

const deriveKey = promisify(argon2);

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

const MAX_RUNNING = 2;
const MAX_WAITING = 50;

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive(password, nonce);
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${nonce.toString('base64url')}$${tag.toString('base64url')}`;
}

/** Takes as long for a user that does not exist (`undefined`) as for one that does. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, , , , nonce = '', tag = ''] = (stored ?? UNKNOWN_USER).split('$');
  const derived = await derive(password, Buffer.from(nonce, 'base64url'));
  const expected = Buffer.from(tag, 'base64url');
  return (
    stored !== undefined && expected.length === derived.length && timingSafeEqual(derived, expected)
  );
}

export function refuseCommonPassword(password: string, field: string): void {
  if (!isCommonPassword(password)) return;
  throw new ValidationFailure([
    issues.valueError(['body', field], 'this password is one of the most common ones'),
  ]);
}

const UNKNOWN_USER = `$argon2id$v=19$$${'A'.repeat(22)}$${'A'.repeat(43)}`;

let running = 0;
const waiting: (() => void)[] = [];

/** Each derivation takes 19 MiB, so few run at once and a crowd is turned away. */
async function derive(password: string, nonce: Buffer): Promise<Buffer> {
  if (running >= MAX_RUNNING) await waitForTurn();
  running += 1;
  try {
    return await deriveKey('argon2id', { ...COST, message: password.normalize('NFC'), nonce });
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

async function waitForTurn(): Promise<void> {
  if (waiting.length >= MAX_WAITING) {
    throw new Problem('rate_limited', 'Too many people sign in at the moment. Try again shortly.', {
      headers: { 'retry-after': '5' },
    });
  }
  await new Promise<void>((resolve) => waiting.push(resolve));
}
