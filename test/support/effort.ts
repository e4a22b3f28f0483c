/** `TEST_LONG=1` adds tests that are too long for every change, and repeats random ones far more. */
export const IS_LONG = process.env['TEST_LONG'] === '1';

/** For a test that only the long run includes. */
export const ONLY_LONG = { skip: IS_LONG ? false : 'TEST_LONG=1 runs it' } as const;

/**
 * How often to repeat what differs from run to run, by its seed or by chance: a few times with every
 * change, which adds up over many runs, and the long number on demand.
 */
export function rounds({ short, long }: { short: number; long: number }): number {
  return IS_LONG ? long : short;
}
