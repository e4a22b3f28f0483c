import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type VerifiedTrail, verifyTrail } from '../operations/identity/parts/audit-chain.ts';
import type { Engine } from '../storage/database.ts';
import { openPostgres } from '../storage/engines/postgres.ts';
import { openSqliteReader } from '../storage/engines/sqlite.ts';
import { StartRefused } from '../storage/engines/start-refused.ts';
import { listAuditedWorkspaces } from '../storage/identity/audit-seals.ts';
import type { DataPlace } from './backups.ts';

/** Verifies the audit trail of every workspace, also while the service runs. */
export async function verifyTrails(place: DataPlace): Promise<readonly VerifiedTrail[]> {
  const engine = openForReading(place);
  try {
    const trails: VerifiedTrail[] = [];
    for (const workspaceId of await listAuditedWorkspaces(engine)) {
      trails.push(await verifyTrail(engine, workspaceId));
    }
    return trails;
  } finally {
    await engine.close();
  }
}

function openForReading({
  databaseUrl,
  dataDirectory,
}: DataPlace): Pick<Engine, 'query' | 'close'> {
  if (databaseUrl !== undefined) {
    return openPostgres({
      url: databaseUrl,
      durability: 'full',
      preparedStatements: 'off',
      poolSize: 2,
    });
  }
  const path = join(dataDirectory, 'jurybox.db');
  if (existsSync(path)) return openSqliteReader(path);
  throw new StartRefused(
    `There is no database at ${path}. Name its directory with --data-dir, or set DATABASE_URL.`,
  );
}
