import { ENDPOINTS } from '../contract/api.ts';
import { openApiDocument } from '../contract/openapi.ts';
import type { Operation } from '../operations/context.ts';
import { permitSystemReader } from '../operations/system/permit-system-reader.ts';
import { docsPage } from './docs-page.ts';
import type { Installation } from './installation.ts';

/** Operations about the process itself rather than about what it stores. */
export interface ServiceOperations {
  readonly checkHealth: Operation<'checkHealth'>;
  readonly checkLiveness: Operation<'checkLiveness'>;
  readonly checkReadiness: Operation<'checkReadiness'>;
  readonly readMetrics: Operation<'readMetrics'>;
  readonly readOpenApi: Operation<'readOpenApi'>;
  readonly readDocs: Operation<'readDocs'>;
}

export function serviceOperations({
  health,
  metrics,
  metricsTokenHash,
}: Installation): ServiceOperations {
  // Made once, when first asked for: anybody may ask as often as they like.
  let openApi: ReturnType<typeof openApiDocument> | undefined;
  let docs: string | undefined;
  const alive = async () => ({ body: { status: 'ok' as const } });
  return {
    checkHealth: alive,
    checkLiveness: alive,
    checkReadiness: async () => {
      const reason = await health.database();
      const checks = {
        database: word(reason === undefined),
        migrations: word(await health.migrations()),
        disk: word(health.hasDiskSpace()),
        draining: word(!health.isDraining()),
      };
      const isReady = Object.values(checks).every((check) => check === 'ok');
      return {
        status: isReady ? 200 : 503,
        body: {
          status: isReady ? ('ready' as const) : ('not_ready' as const),
          checks,
          durability: health.durability,
          ...(reason === undefined ? {} : { reason }),
        },
      };
    },
    readMetrics: async (context) => {
      await permitSystemReader(context, metricsTokenHash);
      return { body: metrics.print() };
    },
    readOpenApi: async () => {
      openApi ??= openApiDocument(ENDPOINTS);
      return { body: openApi };
    },
    readDocs: async () => {
      docs ??= docsPage(ENDPOINTS);
      return { body: docs };
    },
  };
}

function word(isFine: boolean): 'ok' | 'failed' {
  return isFine ? 'ok' : 'failed';
}
