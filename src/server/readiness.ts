import type { HealthProbes } from './installation.ts';

type CheckResult = 'ok' | 'failed';

export interface Readiness {
  readonly isReady: boolean;
  readonly checks: Readonly<Record<'database' | 'migrations' | 'disk' | 'draining', CheckResult>>;
  /** Why the database refuses writes. */
  readonly reason: string | undefined;
}

/** Whether this process should get requests, and if not, why. */
export async function findReadiness(health: HealthProbes): Promise<Readiness> {
  const [reason, isMigrated] = await Promise.all([health.database(), health.migrations()]);
  const checks = {
    database: resultOf(reason === undefined),
    migrations: resultOf(isMigrated),
    disk: resultOf(health.hasDiskSpace()),
    draining: resultOf(!health.isDraining()),
  };
  return { isReady: Object.values(checks).every((check) => check === 'ok'), checks, reason };
}

function resultOf(isFine: boolean): CheckResult {
  return isFine ? 'ok' : 'failed';
}
