import { hash } from 'node:crypto';
import { canonicalJson } from '../../domain/canonical-json.ts';
import { composeAppCall } from '../../domain/outputs/compose-app-call.ts';
import { composeChatCall } from '../../domain/outputs/compose-chat-call.ts';
import { type CallFault, FAILURES } from '../../domain/outputs/failure-codes.ts';
import type { SourceCall } from '../../outbound/call-source.ts';
import type { ClaimedCell } from '../../storage/outputs/generation-cells.ts';
import type { LoadedSource } from './load-source.ts';

/** The call of a cell; cells with the same `hash` may share an output. */
export interface PreparedCall {
  readonly call: SourceCall;
  readonly key: string;
  readonly hash: string;
}

/** Finds a missing source, or a template that does not match the inputs, before any call. */
export function prepareCall(
  { callee, parameters, identity }: LoadedSource,
  { inputs }: ClaimedCell,
): PreparedCall | { readonly fault: CallFault } {
  if (callee.kind === 'none') {
    return { fault: { code: callee.code, message: FAILURES[callee.code] } };
  }
  const compose = callee.kind === 'base' ? composeAppCall : composeChatCall;
  const composed = compose(parameters, inputs);
  if ('fault' in composed) return composed;
  const { body } = composed;
  const key = canonicalJson({ ...identity, call_sha256: hash('sha256', body, 'hex') });
  return { call: { ...callee, body }, key, hash: hash('sha256', key, 'hex') };
}
