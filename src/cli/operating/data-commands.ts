import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { backUp, type DataPlace, restore } from '../../jobs/backups.ts';
import { noteBackup } from '../../jobs/operating/note-backup.ts';
import { CommandFailure, EXIT } from '../exit-codes.ts';
import { ProgressLine } from '../progress-line.ts';
import type { Shell } from '../shell.ts';
import { explained, type PlaceFlags, placeOf } from './installation.ts';

const ABOUT_THE_KEY =
  'The master key is not in it: keep a copy of it elsewhere (MASTER_KEY, or master.key in the data directory). Without the key, stored secrets cannot be read.';

const NOT_NOTED =
  'The backup is complete, but its time could not be noted in the database: "jurybox doctor" and the metrics show an older one.';

export async function runBackup(
  shell: Shell,
  to: string,
  flags: PlaceFlags & { readonly keep?: number },
): Promise<void> {
  const startedAt = Date.now();
  const made = await explained(() =>
    withProgress(shell, 'Read', (onProgress) =>
      backUp({ ...placeOf(shell, flags), to, keep: flags.keep, onProgress }),
    ),
  );
  const isNoted = await noteBackup(placeOf(shell, flags), startedAt);
  if (!isNoted) shell.say(NOT_NOTED);
  if (flags.json === true) return shell.print(JSON.stringify(made));
  shell.print(made.path);
  shell.say(`${made.rows} rows of ${made.tables} tables. ${ABOUT_THE_KEY}`);
  for (const name of made.removed) shell.say(`Removed ${name}.`);
}

export async function runRestore(shell: Shell, from: string, flags: PlaceFlags): Promise<void> {
  const restored = await explained(() => fill(shell, from, placeOf(shell, flags)));
  if (flags.json === true) return shell.print(JSON.stringify(restored));
  shell.say(
    `Restored ${restored.rows} rows of ${restored.tables} tables. Start the service with the master key that belongs to them.`,
  );
}

/** Everything from where the service is now to another place, by way of a backup that is removed. */
export async function runMove(
  shell: Shell,
  flags: PlaceFlags & { readonly to: string },
): Promise<void> {
  const source = await explained(async () => placeOf(shell, flags));
  const target = targetOf(flags.to, source);
  const directory = mkdtempSync(join(process.cwd(), 'jurybox-move-'));
  const remove = () => rmSync(directory, { recursive: true, force: true });
  const interrupted = () => {
    remove();
    process.exit(EXIT.interrupted);
  };
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    const file = join(directory, 'all.backup');
    const moved = await explained(async () => {
      await withProgress(shell, 'Read', (onProgress) =>
        backUp({ ...source, to: file, keep: undefined, onProgress }),
      );
      return fill(shell, file, target);
    });
    if (flags.json === true) return shell.print(JSON.stringify(moved));
    shell.say(
      `Moved ${moved.rows} rows of ${moved.tables} tables. What was written meanwhile is not among them, so stop the service before you move. The old place was not changed.`,
    );
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    remove();
  }
}

function targetOf(to: string, { dataDirectory }: DataPlace): DataPlace {
  if (/^postgres(ql)?:\/\//.test(to)) return { databaseUrl: to, dataDirectory };
  if (!/:\/\/|^postgres(ql)?:/i.test(to)) return { databaseUrl: undefined, dataDirectory: to };
  // The address is not repeated: it may hold a password.
  throw new CommandFailure(
    EXIT.usage,
    '--to looks like an address but is none of PostgreSQL. Write it as postgres://user@host/database, or name a directory.',
  );
}

function fill(shell: Shell, from: string, place: DataPlace) {
  return withProgress(shell, 'Written', (onProgress) =>
    restore({ ...place, from, log: shell.say, onProgress }),
  );
}

async function withProgress<Result>(
  shell: Shell,
  label: string,
  run: (onProgress: (rows: number) => void) => Promise<Result>,
): Promise<Result> {
  const line = new ProgressLine(shell);
  const onProgress = (rows: number) => {
    if (shell.stderr.isTTY) line.show([`${label} ${rows} rows`]);
  };
  try {
    return await run(onProgress);
  } finally {
    line.end();
  }
}
