import { Problem } from '../../../contract/problems.ts';
import {
  findAllowedAt,
  type GuessLimit,
  releaseGuess,
  upsertAttempt,
  upsertGuess,
} from '../../../storage/identity/attempts.ts';
import type { Context } from '../../context.ts';
import { findKnownDevice } from './known-device.ts';

const MINUTE_MS = 60_000;
const PER_ADDRESS = 20;

/**
 * Five at once; the next one after a minute, and each later one after a delay that is four seconds
 * longer than the last: at most 36 in an hour.
 */
const GUESSES: GuessLimit = {
  atOnce: 5,
  firstDelayMs: MINUTE_MS,
  growthMs: 4_000,
  windowMs: 60 * MINUTE_MS,
};

/** A guess at a password that has been counted. */
export interface CountedGuess {
  /** Takes the guess back, because the password was right. */
  readonly release: () => Promise<void>;
}

/** Counts a guess at the password of an account, for each known device apart from all others. */
export async function countSignIn(context: Context, account: string): Promise<CountedGuess> {
  const device = findKnownDevice(context, account);
  return countGuess(context, device === undefined ? `account ${account}` : `device ${device}`);
}

/** Counts a guess at the password of a signed-in user. */
export function countConfirmation(context: Context, userId: string): Promise<CountedGuess> {
  return countGuess(context, `user ${userId}`);
}

/** Counts a trial of a secret link, which belongs to no account until it is right. */
export async function countTrial({ db, now, address }: Context): Promise<void> {
  const byAddress = { subject: `links ${address}`, now, windowMs: MINUTE_MS };
  const trials = await db.transaction((tx) => upsertAttempt(tx, byAddress));
  if (trials > PER_ADDRESS) throw tooMany(now, now);
}

/** In the database, so that several instances share the limits. */
async function countGuess(context: Context, subject: string): Promise<CountedGuess> {
  const { db, now, address } = context;
  const isAllowed = await db.transaction(async (tx) => {
    const byAddress = { subject: `address ${address}`, now, windowMs: MINUTE_MS };
    if ((await upsertAttempt(tx, byAddress)) > PER_ADDRESS) return false;
    return upsertGuess(tx, { subject, now, limit: GUESSES });
  });
  if (!isAllowed) throw tooMany(await findAllowedAt(db, subject, GUESSES), now);
  return { release: () => db.transaction((tx) => releaseGuess(tx, subject)) };
}

function tooMany(allowedAt: number, now: number): Problem {
  // The limit of an address resets within a minute.
  const seconds = allowedAt > now ? Math.ceil((allowedAt - now) / 1000) : 60;
  return new Problem(
    'rate_limited',
    `Too many attempts to sign in. Wait ${seconds} s, or use a browser that has signed in before.`,
    { headers: { 'retry-after': String(seconds) } },
  );
}
