import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENDPOINTS } from '../contract/api.ts';
import type { Operation } from '../operations/context.ts';
import { permitSystemReader } from '../operations/system/permit-system-reader.ts';
import { JSON_TYPE } from './answer.ts';
import { docsPage } from './docs-page.ts';
import { gatherFigures } from './gather-figures.ts';
import type { Installation } from './installation.ts';
import { findReadiness } from './readiness.ts';
import { type DocumentOperation, prepareDocument, type ServedDocument } from './served-document.ts';

/** Written by `npm run openapi` from the contract that is served here; a test compares them. */
const OPENAPI_FILE = join(import.meta.dirname, '../../openapi.json');

/** Operations about the process rather than the data it stores. */
export interface ServiceOperations {
  readonly checkHealth: Operation<'checkHealth'>;
  readonly checkLiveness: Operation<'checkLiveness'>;
  readonly checkReadiness: Operation<'checkReadiness'>;
  readonly readMetrics: Operation<'readMetrics'>;
  readonly readOpenApi: DocumentOperation;
  readonly readDocs: DocumentOperation;
}

export function serviceOperations(installation: Installation): ServiceOperations {
  const { health, metrics, metricsTokenHash } = installation;
  const openApiText = readFileSync(OPENAPI_FILE, 'utf8');
  // Prepared once, at the first request: callers need no credential and may ask any number of
  // times.
  let openApi: Promise<ServedDocument> | undefined;
  let docs: Promise<ServedDocument> | undefined;
  const alive = async () => ({ body: { status: 'ok' as const } });
  return {
    checkHealth: alive,
    checkLiveness: alive,
    checkReadiness: async () => {
      const { isReady, checks, reason } = await findReadiness(health);
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
      return { body: metrics.print(await gatherFigures(installation)) };
    },
    readOpenApi: async () => {
      openApi ??= prepareDocument(JSON_TYPE, openApiText);
      return { document: await openApi };
    },
    readDocs: async () => {
      docs ??= prepareDocument('text/html; charset=utf-8', docsPage(ENDPOINTS));
      return { document: await docs };
    },
  };
}
