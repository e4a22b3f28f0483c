/** Times of one day, zones less than 16 hours away: PostgreSQL writes no others. */
const TIME =
  /^(\d{4})-(\d\d)-(\d\d)(?:[ T]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?)?\s*(Z|[+-](?:0\d|1[0-5])(?::?[0-5]\d)?)?$/i;

/** Milliseconds since 1970 of a timestamp by PostgreSQL or JSON; UTC where it has no zone. */
export function parseTime(text: string): number | undefined {
  const match = TIME.exec(text.trim());
  if (match === null) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', zone] = match;
  const milliseconds = Number(`0.${fraction}`) * 1000;
  const [y, mo, d, h, mi, s] = [year, month, day, hour, minute, second].map(Number);
  if (y === undefined || mo === undefined || d === undefined) return undefined;
  const time = Date.UTC(y, mo - 1, d, h, mi, s, Math.floor(milliseconds));
  const isReal = new Date(Date.UTC(y, mo - 1, d)).getUTCDate() === d && mo >= 1 && mo <= 12;
  // Date.UTC reads years below 100 as 1900 and later.
  return isReal && y >= 100 ? time - zoneMs(zone) : undefined;
}

function zoneMs(zone = 'Z'): number {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (hours === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
