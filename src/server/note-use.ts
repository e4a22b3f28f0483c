import { SESSION_IDLE_MS } from '../operations/identity/parts/begin-session.ts';

const NOTE_EVERY_MS = 60_000;
const MAX_REMEMBERED = 10_000;

type Write = (use: { tokenHash: string; now: number; idleUntil: number }) => Promise<void>;

/** Records the last use of a credential at most once a minute, without delaying the request. */
export function makeUseNoter(
  write: Write,
  onError: (error: unknown) => void,
): (tokenHash: string, now: number) => void {
  const notedAt = new Map<string, number>();
  return (tokenHash, now) => {
    const last = notedAt.get(tokenHash);
    if (last !== undefined && now - last < NOTE_EVERY_MS) return;
    if (notedAt.size >= MAX_REMEMBERED) notedAt.clear();
    notedAt.set(tokenHash, now);
    write({ tokenHash, now, idleUntil: now + SESSION_IDLE_MS }).catch(onError);
  };
}
