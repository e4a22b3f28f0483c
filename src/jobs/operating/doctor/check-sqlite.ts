import { existsSync } from 'node:fs';
import { inspectSqlite, type SqliteFacts } from '../../../storage/inspection/inspect-sqlite.ts';
import { type Finding, inBytes, look, ok, wrong } from './finding.ts';

const RESTORE = 'Stop the service and restore a backup into an empty directory: "jurybox restore".';
/** Less is not worth running a command. */
const MIN_RECLAIMABLE_BYTES = 64 * 1024 * 1024;

/** The embedded database: its integrity, durability and size. */
export function checkSqlite(path: string, durability: 'full' | 'relaxed'): Finding[] {
  if (!existsSync(path)) {
    return [
      wrong(
        'database',
        `There is no database at ${path}.`,
        'Name its directory with --data-dir, set DATABASE_URL, or start the service once.',
      ),
    ];
  }
  try {
    return findingsOf(inspectSqlite(path), durability);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [wrong('database', `${path} cannot be read: ${reason}.`, RESTORE)];
  }
}

function findingsOf(facts: SqliteFacts, durability: 'full' | 'relaxed'): Finding[] {
  return [
    facts.damage.length === 0
      ? ok('integrity', `SQLite ${facts.version}: every page and reference was read and is intact.`)
      : wrong('integrity', `The database is damaged: ${facts.damage.join('; ')}.`, RESTORE),
    checkDurability(facts, durability),
    checkSize(facts),
  ];
}

function checkDurability({ journalMode }: SqliteFacts, durability: 'full' | 'relaxed'): Finding {
  if (journalMode !== 'wal') {
    return look(
      'durability',
      `The journal mode of the file is ${journalMode}, not WAL: another program changed it.`,
      'Start the service, which sets it again.',
    );
  }
  if (durability === 'full')
    return ok('durability', 'Every commit is synced (WAL, synchronous FULL).');
  return look(
    'durability',
    'DURABILITY is relaxed (synchronous NORMAL): a power cut may take the last writes.',
    'Leave DURABILITY out unless you accept that.',
  );
}

function checkSize({ bytes, unusedBytes }: SqliteFacts): Finding {
  const finding = `${inBytes(bytes)}, of which ${inBytes(unusedBytes)} are free for reuse.`;
  if (unusedBytes < MIN_RECLAIMABLE_BYTES || unusedBytes * 2 < bytes) return ok('size', finding);
  return look(
    'size',
    finding,
    'To give the space back, stop the service and run "jurybox backup", then "jurybox restore" into a new directory.',
  );
}
