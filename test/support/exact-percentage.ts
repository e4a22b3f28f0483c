/**
 * `count / total * 100` as a double, rounded to two decimals half to even. Computed in whole
 * numbers: every double is a whole number over a power of two.
 */
export function exactPercentage(count: number, total: number): number {
  const { mantissa, shift } = fractionOf((count / total) * 100);
  const scaled = mantissa * 100n;
  const unit = 1n << shift;
  const floor = scaled / unit;
  const twice = (scaled % unit) * 2n;
  const isUp = twice > unit || (twice === unit && floor % 2n === 1n);
  const hundredths = isUp ? floor + 1n : floor;
  return Number(`${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`);
}

/** `value` = mantissa / 2^shift. */
function fractionOf(value: number): { mantissa: bigint; shift: bigint } {
  let shift = 0n;
  let scaled = value;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    shift += 1n;
  }
  return { mantissa: BigInt(scaled), shift };
}
