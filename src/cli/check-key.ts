import { CommandFailure, EXIT } from './exit-codes.ts';

/** A key as it can stand in a header; any other would be refused there in words that show it. */
export function checkKey(key: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new CommandFailure(
    EXIT.usage,
    'A key is one line of visible characters without spaces. Copy it again from Settings → API keys.',
  );
}
