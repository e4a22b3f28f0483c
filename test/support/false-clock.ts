import { globSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackage } from './install-package.ts';
import { temporaryDirectory } from './temporary-directory.ts';

export interface FalseClock {
  /** For the process that reads the clock. */
  readonly environment: Readonly<Record<string, string>>;
  /** Such as `+0`, `-1d`, `+0 x60` for sixty times as fast, or `@2038-01-19 03:14:00`. */
  readonly set: (time: string) => void;
}

/** A clock that a test sets while a process reads it; the monotonic clock stays right. */
export function falseClock(): FalseClock {
  const file = join(temporaryDirectory(), 'clock');
  const set = (time: string) => {
    // Atomically: the process never reads half of it.
    writeFileSync(`${file}.new`, time);
    renameSync(`${file}.new`, file);
  };
  set('+0');
  return {
    environment: {
      LD_PRELOAD: findLibrary(),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    set,
  };
}

const PLACES = '/usr/lib/*/faketime/libfaketimeMT.so.1';

function findLibrary(): string {
  if (globSync(PLACES).length === 0) installPackage('faketime');
  const [library] = globSync(PLACES);
  if (library !== undefined) return library;
  throw new Error(
    'The tests of clocks need libfaketime. Install it (on Debian: apt-get install faketime).',
  );
}
