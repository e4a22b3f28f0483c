import { CommandFailure, EXIT } from './exit-codes.ts';

/** Refuses a key that no header can carry: fetch's own error message would show it. */
export function checkKey(key: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new CommandFailure(
    EXIT.usage,
    'A key is one line of visible characters without spaces. Copy it again from Settings → API keys.',
  );
}
