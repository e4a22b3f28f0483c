import { decode } from '../../contract/decode.ts';
import type { Upload } from '../../contract/endpoint.ts';
import { Problem } from '../../contract/problems.ts';
import { ImportFields, TESTSET_BODY_LIMIT } from '../../contract/testsets/testsets.ts';
import { ValidationFailure, type ValidationIssue } from '../../contract/validation.ts';
import { referenceInBody } from '../../domain/ids.ts';
import { toName } from '../../domain/names.ts';
import { readJsonRows } from '../../files/read-json-rows.ts';
import { readText } from '../../files/read-text.ts';
import { UnzipRefused, unzip } from '../../files/unzip.ts';
import { OutboundRefused } from '../../outbound/destination.ts';
import type { OutboundResponse } from '../../outbound/guarded-request.ts';
import { getApp } from '../../storage/variants/apps.ts';
import type { Context, Operation } from '../context.ts';
import { publishImport } from './parts/publish-import.ts';
import type { RowStage } from './parts/row-stage.ts';
import { stageRows } from './parts/stage-rows.ts';

const TIMEOUT_MS = 60_000;
const MAX_REDIRECTS = 3;

/** Creates a test set from the rows at an address, through the guard against private networks. */
export const importTestset: Operation<'importTestset'> = async (context, { upload }) => {
  const fields = readFields(upload);
  const app = await getApp(context.db, context.caller, referenceInBody(fields.app_id, 'app_id'));
  context.gate.permit(app.standing);
  return stageRows(context, app.standing, {
    read: (stage) => fetchRows(context, fields.endpoint, stage),
    publish: (staged) => publishImport(context, { app, name: toName(fields.testset_name), staged }),
  });
};

function readFields(upload: Upload) {
  const faults: ValidationIssue[] = [];
  const fields = decode(ImportFields, upload.fields, ['body'], { source: 'text', found: faults });
  if (faults.length > 0) throw new ValidationFailure(faults);
  return fields as ImportFields; // Decoded by that schema without a fault.
}

async function fetchRows(context: Context, url: string, stage: RowStage): Promise<void> {
  // Loaded on demand, see testProvider.
  const { guardedRequest } = await import('../../outbound/guarded-request.ts');
  try {
    const response = await guardedRequest(context.outbound, {
      url,
      method: 'GET',
      headers: { accept: 'application/json', 'accept-encoding': 'gzip' },
      limitBytes: TESTSET_BODY_LIMIT,
      timeoutMs: TIMEOUT_MS,
      maxRedirects: MAX_REDIRECTS,
    });
    for await (const { row } of readJsonRows(readText(contentOf(response)))) await stage.add(row);
  } catch (error) {
    throw error instanceof OutboundRefused || error instanceof UnzipRefused
      ? importFailed()
      : error;
  }
}

function contentOf(response: OutboundResponse): AsyncIterable<Uint8Array> {
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (response.status === 200 && encoding === 'identity') return response.chunks();
  if (response.status === 200 && encoding === 'gzip') return unzip(response.chunks());
  response.discard();
  throw new OutboundRefused(`the answer is ${response.status}, encoded as ${String(encoding)}`);
}

/** One wording for all reasons: the answer must not reveal a private network. */
function importFailed(): Problem {
  return new Problem(
    'import_failed',
    'The address could not be fetched. It must be public, answer with status 200 within a minute, and be at most 50 MiB.',
  );
}
