import { explainServer } from '../../../storage/engines/explain-start.ts';
import { StartRefused } from '../../../storage/engines/start-refused.ts';
import {
  inspectPostgres,
  type PostgresFacts,
} from '../../../storage/inspection/inspect-postgres.ts';
import { type Finding, inBytes, look, ok, wrong } from './finding.ts';

export interface ServerSettings {
  readonly databaseUrl: string;
  readonly durability: 'full' | 'relaxed';
  readonly preparedStatements: 'on' | 'off';
}

const OLDEST_VERSION = 150_000;
const LONG_TRANSACTION_SECONDS = 300;
const MAX_CLOCK_DIFFERENCE_MS = 5_000;
/** Autovacuum leaves smaller tables alone until they grow. */
const LARGE_TABLE_ROWS = 10_000;

/** Checks the server, our database on it and the connection. */
export async function checkPostgres(settings: ServerSettings): Promise<Finding[]> {
  let facts: PostgresFacts;
  try {
    facts = await inspectPostgres(settings.databaseUrl);
  } catch (error) {
    return [unreachable(error, settings.databaseUrl)];
  }
  return [
    checkServer(facts),
    checkDurability(facts, settings.durability),
    checkIntegrity(facts),
    checkRights(facts),
    checkClock(facts),
    checkSize(facts),
    checkStatistics(facts),
    checkTransactions(facts),
    checkConnections(facts),
    checkPooler(facts, settings.preparedStatements),
  ];
}

function unreachable(error: unknown, databaseUrl: string): Finding {
  const explained = explainServer(error, databaseUrl);
  if (explained instanceof StartRefused) {
    return wrong('database', explained.message, 'Nothing else about it could be checked.');
  }
  const { host = '' } = URL.parse(databaseUrl) ?? {};
  const reason = error instanceof Error ? error.message : String(error);
  return wrong(
    'database',
    `PostgreSQL at ${host} does not answer: ${reason}.`,
    'Check DATABASE_URL, and whether that server runs.',
  );
}

function checkServer({ version, versionNumber, isReadOnly }: PostgresFacts): Finding {
  if (versionNumber < OLDEST_VERSION) {
    return wrong('database', `PostgreSQL ${version} is too old.`, 'Upgrade it to 15 or newer.');
  }
  if (isReadOnly) {
    return wrong(
      'database',
      'The server accepts no writes: it is a standby, or default_transaction_read_only is on.',
      'Name the primary server in DATABASE_URL.',
    );
  }
  return ok('database', `PostgreSQL ${version} answers and accepts writes.`);
}

function checkDurability({ settings }: PostgresFacts, durability: 'full' | 'relaxed'): Finding {
  const off = [
    ...(settings.fsync === 'off' ? ['fsync'] : []),
    ...(settings.synchronousCommit === 'off' ? ['synchronous_commit'] : []),
    ...(settings.fullPageWrites === 'off' ? ['full_page_writes'] : []),
  ];
  if (off.length === 0) return ok('durability', 'Acknowledged writes survive a power cut.');
  const finding = `Off on the server: ${off.join(', ')}. A power cut may lose acknowledged writes or damage the database.`;
  const advice = 'Switch them on in postgresql.conf.';
  return durability === 'full'
    ? wrong('durability', finding, advice)
    : look('durability', finding, `${advice} DURABILITY=relaxed accepts it.`);
}

function checkIntegrity({ checksumFailures, invalidIndexes }: PostgresFacts): Finding {
  if (checksumFailures > 0) {
    return wrong(
      'integrity',
      `The server found ${checksumFailures} damaged blocks in this database.`,
      'Look at its disk, and restore a backup.',
    );
  }
  if (invalidIndexes.length > 0) {
    return wrong(
      'integrity',
      `Not valid: ${invalidIndexes.join(', ')}.`,
      'Build them again with REINDEX INDEX.',
    );
  }
  return ok('integrity', 'No damaged blocks are known, and all indexes are valid.');
}

function checkRights({ missingRights, isSuperuser }: PostgresFacts): Finding {
  if (missingRights.length > 0) {
    return wrong(
      'rights',
      `The role lacks ${missingRights.slice(0, 3).join(', ')}${missingRights.length > 3 ? ` and ${missingRights.length - 3} more` : ''}.`,
      'Grant it SELECT, INSERT, UPDATE and DELETE on all tables.',
    );
  }
  if (isSuperuser) {
    return look(
      'rights',
      'The service connects as a superuser.',
      'Give it its own role, which owns this database and nothing else.',
    );
  }
  return ok('rights', 'The role may do what the service needs.');
}

function checkClock({ clockAheadMs }: PostgresFacts): Finding {
  const finding = `The clock of the database is ${Math.abs(clockAheadMs)} ms ${clockAheadMs < 0 ? 'behind' : 'ahead of'} this machine's.`;
  if (Math.abs(clockAheadMs) <= MAX_CLOCK_DIFFERENCE_MS) return ok('clock', finding);
  return wrong('clock', finding, 'Run a time service (NTP) on both machines.');
}

function checkSize({ bytes, tables }: PostgresFacts): Finding {
  const largest = tables.slice(0, 3).map((table) => `${table.name} ${inBytes(table.bytes)}`);
  const finding = `${inBytes(bytes)}; largest: ${largest.join(', ')}.`;
  const bloated = tables.filter(({ live, dead }) => dead > LARGE_TABLE_ROWS && dead > live);
  if (bloated.length === 0) return ok('size', finding);
  const names = bloated.map(({ name }) => name).join(', ');
  return look(
    'size',
    `${finding} More dead rows than live ones: ${names}.`,
    'Check that autovacuum is on, and run VACUUM on these tables.',
  );
}

function checkStatistics({ tables }: PostgresFacts): Finding {
  const missing = tables.filter(({ live, isAnalyzed }) => live > LARGE_TABLE_ROWS && !isAnalyzed);
  if (missing.length === 0) return ok('statistics', 'The planner knows all large tables.');
  return look(
    'statistics',
    `Never analyzed: ${missing.map(({ name }) => name).join(', ')}.`,
    'Run ANALYZE, and check that autovacuum is on.',
  );
}

function checkTransactions({ longestTransactionSeconds: seconds }: PostgresFacts): Finding {
  const finding = `The oldest open transaction is ${Math.round(seconds)} s old.`;
  if (seconds < LONG_TRANSACTION_SECONDS) return ok('transactions', finding);
  return look(
    'transactions',
    finding,
    'Find it in pg_stat_activity and end it: it keeps VACUUM from removing dead rows.',
  );
}

function checkConnections({ connections: { used, most } }: PostgresFacts): Finding {
  const finding = `${used} of ${most} connections of the server are used.`;
  if (used < most * 0.9) return ok('connections', finding);
  return look('connections', finding, 'Lower DATABASE_POOL_SIZE, or raise max_connections.');
}

function checkPooler({ isPooled }: PostgresFacts, prepared: 'on' | 'off'): Finding {
  if (!isPooled) return ok('pooler', 'The connection goes directly to PostgreSQL.');
  if (prepared === 'off')
    return ok('pooler', 'The connection goes through a pooler, and DATABASE_PREPARED is off.');
  return look(
    'pooler',
    'The connection goes through a pooler, and prepared statements are on.',
    'If it pools transactions and is older than PgBouncer 1.21, set DATABASE_PREPARED=off.',
  );
}
