import type { HealthProbes } from './installation.ts';

type Word = 'ok' | 'failed';

export interface FoundReadiness {
  readonly isReady: boolean;
  readonly checks: Readonly<Record<'database' | 'migrations' | 'disk' | 'draining', Word>>;
  /** Why the database refuses writes. */
  readonly reason: string | undefined;
}

/** Whether requests should come to this process, and why not. */
export async function findReadiness(health: HealthProbes): Promise<FoundReadiness> {
  const [reason, isMigrated] = await Promise.all([health.database(), health.migrations()]);
  const checks = {
    database: word(reason === undefined),
    migrations: word(isMigrated),
    disk: word(health.hasDiskSpace()),
    draining: word(!health.isDraining()),
  };
  return { isReady: Object.values(checks).every((check) => check === 'ok'), checks, reason };
}

function word(isFine: boolean): Word {
  return isFine ? 'ok' : 'failed';
}
