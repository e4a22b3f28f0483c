import { chmodSync, closeSync, openSync } from 'node:fs';

/** SQLite would create the file readable to all; its log and index inherit the mode. */
export function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}
