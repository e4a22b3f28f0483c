import { type JsonObject, PARAMETERS_LIMIT_BYTES } from '../../../contract/fields.ts';
import { Problem } from '../../../contract/problems.ts';

/** The body limit leaves room for other fields; the parameters themselves have their own. */
export function refuseLargeParameters(parameters: JsonObject): void {
  if (Buffer.byteLength(JSON.stringify(parameters)) <= PARAMETERS_LIMIT_BYTES) return;
  throw new Problem('payload_too_large', 'The parameters are larger than 1 MiB as JSON text.', {
    members: { limit: PARAMETERS_LIMIT_BYTES, limit_kind: 'bytes' },
  });
}
