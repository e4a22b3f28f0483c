import type { Output } from '../../contract/api.ts';
import type { ScenarioInput } from '../../contract/evaluations/scenarios.ts';
import { scenarioOfRow } from '../../domain/evaluations/scenario-of-row.ts';
import { referenceInBody, referenceInPath } from '../../domain/ids.ts';
import { composeAppCall } from '../../domain/outputs/compose-app-call.ts';
import { composeChatCall } from '../../domain/outputs/compose-chat-call.ts';
import { type CallFault, FAILURES } from '../../domain/outputs/failure-codes.ts';
import type { Caller, SourceCall } from '../../outbound/call-source.ts';
import { SecretUnreadable } from '../../outbound/secrets.ts';
import { notFound } from '../../storage/callers.ts';
import type { ChosenSource } from '../../storage/outputs/evaluation-sources.ts';
import { findProviderToCall } from '../../storage/outputs/providers.ts';
import { getApp } from '../../storage/variants/apps.ts';
import { getVariant, type Variant } from '../../storage/variants/variants.ts';
import type { Context, Operation } from '../context.ts';
import { resolveSources } from '../evaluations/parts/resolve-sources.ts';
import { presentAnswer } from './parts/present-answer.ts';
import { openSecrets } from './parts/provider-secrets.ts';

type TrialResult = Output<'tryVariants'>[number];

/** One call per variant. A failed call is an answer of this operation, never its failure. */
export const tryVariants: Operation<'tryVariants'> = async (context, { parameters, body }) => {
  const { db } = context;
  const app = await getApp(db, context.caller, referenceInPath(parameters.app_id));
  const variants: Variant[] = [];
  for (const [index, { variant_id }] of body.sources.entries()) {
    const reference = referenceInBody(variant_id, `sources[${index}].variant_id`);
    const variant = await getVariant(db, context.caller, reference);
    if (variant.appId !== app.id) throw notFound('variant', reference);
    variants.push(variant);
  }
  const sources = await resolveSources(db, {
    workspaceId: app.standing.workspaceId,
    variantIds: variants.map(({ id }) => id),
    sources: body.sources,
  });
  context.gate.permit(app.standing);
  const { inputs } = scenarioOfRow(body.row, { inputs: Object.keys(body.row), settings: {} });
  // Loaded on demand, see testProvider.
  const { SourceCaller } = await import('../../outbound/call-source.ts');
  const caller = new SourceCaller(context.outbound, { now: () => context.now });
  try {
    const results = variants.map((variant, index) =>
      tryOne(context, { caller, variant, source: sources[index], inputs }),
    );
    return { body: await Promise.all(results) };
  } finally {
    await caller.close();
  }
};

interface Trial {
  readonly caller: Caller;
  readonly variant: Variant;
  readonly source: ChosenSource | undefined;
  readonly inputs: readonly ScenarioInput[];
}

async function tryOne(context: Context, { caller, ...trial }: Trial): Promise<TrialResult> {
  const variant_id = trial.variant.id;
  const call = await prepare(context, trial);
  if (!('fault' in call)) return { variant_id, result: presentAnswer(await caller.call(call)) };
  const error = { ...call.fault };
  return { variant_id, result: { ok: false, latency_ms: 0, output: null, error } };
}

async function prepare(
  { db, vault }: Context,
  { variant, source, inputs }: Omit<Trial, 'caller'>,
): Promise<SourceCall | { readonly fault: CallFault }> {
  const { uri, parameters, standing } = variant;
  if (source?.kind === 'base') {
    if (uri === null) return { fault: failure('source_missing') };
    const composed = composeAppCall(parameters, inputs);
    return 'fault' in composed ? composed : { kind: 'base', uri, ...composed };
  }
  const { workspaceId } = standing;
  const providerId = source?.providerId ?? null;
  const provider = providerId && (await findProviderToCall(db, workspaceId, providerId));
  if (!provider) return { fault: failure('source_missing') };
  const composed = composeChatCall(parameters, inputs);
  if ('fault' in composed) return composed;
  const { baseUrl } = provider;
  const isLoopbackAllowed = provider.loopbackAllowedAt !== null;
  try {
    const secrets = openSecrets(vault, { workspaceId, ...provider }, provider);
    return { kind: 'provider', baseUrl, ...secrets, isLoopbackAllowed, ...composed };
  } catch (error) {
    if (error instanceof SecretUnreadable) return { fault: failure('key_unreadable') };
    throw error;
  }
}

function failure(code: keyof typeof FAILURES): CallFault {
  return { code, message: FAILURES[code] };
}
