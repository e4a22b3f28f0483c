import type { Output } from '../../contract/api.ts';
import { referenceInPath } from '../../domain/ids.ts';
import { FAILURES } from '../../domain/outputs/failure-codes.ts';
import { SecretUnreadable } from '../../outbound/secrets.ts';
import { getProvider, type Provider } from '../../storage/outputs/providers.ts';
import type { Context, Operation } from '../context.ts';
import { presentAnswer } from './parts/present-answer.ts';
import { type OpenedSecrets, openSecrets } from './parts/provider-secrets.ts';

type Outcome = Output<'testProvider'>;

/** Asks one short question. A failed call is an answer of this operation, never its failure. */
export const testProvider: Operation<'testProvider'> = async (context, { parameters, body }) => {
  const reference = referenceInPath(parameters.provider_id);
  const provider = await getProvider(context.db, context.caller, reference);
  context.gate.permit(provider.standing);
  const secrets = readSecrets(context, provider);
  if (secrets === undefined) return { body: unreadable() };
  // Loaded on demand: the code for calls is a tenth of all that a start would wait for.
  const { SourceCaller } = await import('../../outbound/call-source.ts');
  const caller = new SourceCaller(context.outbound, { now: () => context.now });
  try {
    const answer = await caller.call({
      kind: 'provider',
      baseUrl: provider.baseUrl,
      ...secrets,
      isLoopbackAllowed: provider.loopbackAllowedAt !== null,
      body: JSON.stringify(shortQuestion(body.model)),
    });
    return { body: presentAnswer(answer) };
  } finally {
    await caller.close();
  }
};

function shortQuestion(model: string) {
  return { model, messages: [{ role: 'user', content: 'Say OK.' }] };
}

function readSecrets({ vault }: Context, provider: Provider): OpenedSecrets | undefined {
  const { workspaceId } = provider.standing;
  try {
    return openSecrets(vault, { ...provider, workspaceId }, provider);
  } catch (error) {
    if (error instanceof SecretUnreadable) return undefined;
    throw error;
  }
}

function unreadable(): Outcome {
  const error = { code: 'key_unreadable', message: FAILURES.key_unreadable };
  return { ok: false, latency_ms: 0, output: null, error };
}
