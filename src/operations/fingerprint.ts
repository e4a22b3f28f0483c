import { hash } from 'node:crypto';
import type { JsonObject } from '../contract/fields.ts';
import { canonicalJson } from '../domain/canonical-json.ts';

/** Equal for parameters that are deeply equal, whatever the order of their keys. */
export function fingerprint(parameters: JsonObject): string {
  return hash('sha256', canonicalJson(parameters), 'base64url');
}

export const EMPTY_PARAMETERS = fingerprint({});
