const DAY_MS = 86_400_000;
const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/** Times of one response are mostly of one day, so its date is cached. */
const lastDate = { day: Number.NaN, text: '' };

/**
 * RFC 3339 in UTC with exactly three decimals. Every response has a few of these, and
 * `Date.toISOString` takes seven times as long.
 */
export function formatTimestamp(epochMs: number): string {
  const day = Math.floor(epochMs / DAY_MS);
  if (day !== lastDate.day) {
    lastDate.text = new Date(epochMs).toISOString().slice(0, -13);
    lastDate.day = day;
  }
  const millisecond = epochMs - day * DAY_MS;
  const second = Math.floor(millisecond / 1000);
  const minute = Math.floor(second / 60);
  const hour = Math.floor(minute / 60);
  const fraction = 1000 + (millisecond - second * 1000);
  return `${lastDate.text}${TWO_DIGITS[hour]}:${TWO_DIGITS[minute - hour * 60]}:${TWO_DIGITS[second - minute * 60]}.${String(fraction).slice(1)}Z`;
}
