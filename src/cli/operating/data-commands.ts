import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { backUp, type DataPlace, restore } from '../../jobs/backups.ts';
import { noteBackup } from '../../jobs/operating/note-backup.ts';
import { CommandFailure, EXIT } from '../exit-codes.ts';
import { ProgressLine } from '../progress-line.ts';
import type { Shell } from '../shell.ts';
import { explainErrors, type PlaceFlags, placeOf } from './installation.ts';

const ABOUT_THE_KEY =
  'The backup does not contain the master key: keep a copy of it elsewhere (MASTER_KEY, or master.key in the data directory). Without the key, stored secrets cannot be read.';

const NOT_NOTED =
  'The backup is complete, but its time could not be noted in the database: "jurybox doctor" and the metrics show an older one.';

export async function runBackup(
  shell: Shell,
  to: string,
  flags: PlaceFlags & { readonly keep?: number },
): Promise<void> {
  const startedAt = Date.now();
  const backup = await explainErrors(() =>
    withProgress(shell, 'Read', (onProgress) =>
      backUp({ ...placeOf(shell, flags), to, keep: flags.keep, onProgress }),
    ),
  );
  const isNoted = await noteBackup(placeOf(shell, flags), startedAt);
  if (!isNoted) shell.say(NOT_NOTED);
  if (flags.json === true) return shell.print(JSON.stringify(backup));
  shell.print(backup.path);
  shell.say(`${backup.rows} rows of ${backup.tables} tables. ${ABOUT_THE_KEY}`);
  for (const name of backup.removed) shell.say(`Removed ${name}.`);
}

export async function runRestore(shell: Shell, from: string, flags: PlaceFlags): Promise<void> {
  const restored = await explainErrors(() => fill(shell, from, placeOf(shell, flags)));
  if (flags.json === true) return shell.print(JSON.stringify(restored));
  shell.say(
    `Restored ${restored.rows} rows of ${restored.tables} tables. Start the service with the master key that belongs to them.`,
  );
}

/** Copies all data to another place, through a temporary backup. */
export async function runMove(
  shell: Shell,
  flags: PlaceFlags & { readonly to: string },
): Promise<void> {
  const source = await explainErrors(async () => placeOf(shell, flags));
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
    const moved = await explainErrors(async () => {
      await withProgress(shell, 'Read', (onProgress) =>
        backUp({ ...source, to: file, keep: undefined, onProgress }),
      );
      return fill(shell, file, target);
    });
    if (flags.json === true) return shell.print(JSON.stringify(moved));
    shell.say(
      `Moved ${moved.rows} rows of ${moved.tables} tables, without anything written meanwhile: stop the service before you move. The old place was not changed.`,
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
    '--to must be a PostgreSQL address, such as postgres://user@host/database, or a directory.',
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
