import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../context.ts';

type DeviceContext = Pick<Context, 'cursorSecret' | 'device' | 'newId'>;

/**
 * The browser that signs in, if it has signed in to this account before. The token proves no more
 * than that: guesses from elsewhere are counted apart from its own, so they cannot lock it out.
 */
export function findKnownDevice(context: DeviceContext, account: string): string | undefined {
  const [id = '', proof = ''] = context.device?.split('.') ?? [];
  const expected = Buffer.from(proofOf(context, id, account));
  const presented = Buffer.from(proof);
  const isKnown = expected.length === presented.length && timingSafeEqual(expected, presented);
  return isKnown ? id : undefined;
}

/** The token that a browser keeps once it has signed in to the account. */
export function deviceToken(context: DeviceContext, account: string): string {
  const id = findKnownDevice(context, account) ?? context.newId();
  return `${id}.${proofOf(context, id, account)}`;
}

function proofOf({ cursorSecret }: DeviceContext, id: string, account: string): string {
  const text = JSON.stringify(['device', id, account]);
  return createHmac('sha256', cursorSecret).update(text).digest('base64url');
}
