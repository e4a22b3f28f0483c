import { distance, shortMoment } from '../localized.ts';
import { strings } from '../strings.ts';

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** A relative time. Hovering and printing show the exact one. */
export function Moment({ at }: { readonly at: string }) {
  const time = new Date(at);
  return (
    <time dateTime={at} title={shortMoment(time)} data-exact={shortMoment(time)}>
      <span>{agoText(time.getTime() - Date.now())}</span>
    </time>
  );
}

function agoText(differenceMs: number): string {
  const seconds = differenceMs / 1000;
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) return distance(Math.round(seconds / length), unit);
  }
  return strings.justNow;
}
