import { createHash } from 'node:crypto';
import type { RandomWords } from '../domain/evaluations/shuffle.ts';
import type { Context } from './context.ts';

/**
 * Random numbers that only this installation can repeat, for one purpose. SHAKE256 gives as many
 * bits as requested (FIPS 202), and its input is no shorter than the secret.
 */
export function secretWords(
  { slotSecret }: Pick<Context, 'slotSecret'>,
  purpose: string,
): RandomWords {
  return (label, count) => {
    if (count === 0) return new Uint32Array();
    const bytes = createHash('shake256', { outputLength: count * 4 })
      .update(`${slotSecret} ${purpose} ${label}`)
      .digest();
    return Uint32Array.from({ length: count }, (_, index) => bytes.readUInt32LE(index * 4));
  };
}
