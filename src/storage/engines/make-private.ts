import { chmodSync, closeSync, openSync } from 'node:fs';

/** SQLite would make the file readable to all; its log and index take over the mode it has. */
export function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}
