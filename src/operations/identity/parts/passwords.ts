import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Problem } from '../../../contract/problems.ts';
import { issues, ValidationFailure } from '../../../contract/validation.ts';
import { isCommonPassword } from '../../../domain/identity/common-passwords.ts';
import type { PasswordCost } from '../../password-cost.ts';

const deriveKey = promisify(argon2);

const MAX_RUNNING = 2;
const MAX_WAITING = 50;

export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive(password, nonce, cost);
  return storedForm(cost, nonce.toString('base64url'), tag.toString('base64url'));
}

/** A stored form that no password matches: the user cannot sign in until a password is set. */
export function noPassword(cost: PasswordCost): string {
  return storedForm(cost, randomBytes(16).toString('base64url'), 'none');
}

/**
 * Checks a password at the cost at which it was stored. For a user who does not exist (`undefined`)
 * it takes as long as for a password stored at the current cost.
 */
export async function isPassword(
  password: string,
  stored: string | undefined,
  currentCost: PasswordCost,
): Promise<boolean> {
  const unknownUser = storedForm(currentCost, 'A'.repeat(22), 'A'.repeat(43));
  const [, , , parameters = '', nonce = '', tag = ''] = (stored ?? unknownUser).split('$');
  const [, memory, passes] = /^m=(\d+),t=(\d+),p=1$/.exec(parameters) ?? [];
  const cost = { memory: Number(memory), passes: Number(passes) };
  const derived = await derive(password, Buffer.from(nonce, 'base64url'), cost);
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

function storedForm({ memory, passes }: PasswordCost, nonce: string, tag: string): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${nonce}$${tag}`;
}

let running = 0;
const waiting: (() => void)[] = [];

/** Each derivation takes 19 MiB, so few run at once and few more may wait. */
async function derive(password: string, nonce: Buffer, cost: PasswordCost): Promise<Buffer> {
  if (running < MAX_RUNNING) running += 1;
  else await waitForTurn();
  try {
    const message = password.normalize('NFC');
    return await deriveKey('argon2id', { ...cost, parallelism: 1, tagLength: 32, message, nonce });
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

/** Resolves when a derivation that ended passes its turn on: it stays counted as running. */
async function waitForTurn(): Promise<void> {
  if (waiting.length >= MAX_WAITING) {
    throw new Problem('rate_limited', 'Too many people are signing in. Try again shortly.', {
      headers: { 'retry-after': '5' },
    });
  }
  await new Promise<void>((resolve) => waiting.push(resolve));
}
