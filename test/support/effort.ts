/** `TEST_LONG=1` runs what is too long for every change, and random tests as often as they can fail. */
export const IS_LONG = process.env['TEST_LONG'] === '1';

/** For a test that only the long run has. */
export const ONLY_LONG = { skip: IS_LONG ? false : 'TEST_LONG=1 runs it' } as const;

/**
 * How often something is repeated that differs from one run to the next, by its seed or by chance:
 * a few times with every change, which adds up over many runs, and the long number at once on demand.
 */
export function rounds({ short, long }: { short: number; long: number }): number {
  return IS_LONG ? long : short;
}
