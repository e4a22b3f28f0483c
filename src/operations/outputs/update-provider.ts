import type { Input } from '../../contract/api.ts';
import { issues, ValidationFailure } from '../../contract/validation.ts';
import { referenceInPath } from '../../domain/ids.ts';
import { toName } from '../../domain/names.ts';
import type { Transaction } from '../../storage/database.ts';
import {
  explainProviderConflict,
  getProvider,
  type Provider,
  updateProvider as update,
} from '../../storage/outputs/providers.ts';
import { addressChange, changes, noteOf } from '../audit-trail.ts';
import type { Context, Operation } from '../context.ts';
import { expectedVersion, versionEtag } from '../preconditions.ts';
import { presentProvider } from './parts/present-provider.ts';
import { originOf, type ProviderAddress, readAddress } from './parts/provider-address.ts';
import { type SentSecrets, sealSecrets } from './parts/provider-secrets.ts';
import { requireCurrentKey } from './parts/require-current-key.ts';

type Sent = Input<'updateProvider'>['body'];

/** Changes the sent fields. A secret never follows a provider to an origin it was not sent for. */
export const updateProvider: Operation<'updateProvider'> = async (
  context,
  { parameters, body },
) => {
  const reference = referenceInPath(parameters.provider_id);
  let provider: Provider | undefined;
  try {
    return await context.transaction(async (tx) => {
      await requireCurrentKey(tx, context.vault);
      for (;;) {
        provider = await getProvider(tx, context.caller, reference);
        context.gate.permit(provider.standing);
        expectedVersion(context.preconditions, provider);
        const changed = await writeChange(context, tx, { provider, sent: body });
        if (changed === undefined) continue;
        return { body: presentProvider(changed), etag: versionEtag(changed.version) };
      }
    });
  } catch (error) {
    if (provider === undefined) throw error;
    const name = toName(body.name ?? provider.name);
    throw await explainProviderConflict(context.db, provider.standing.workspaceId, { name, error });
  }
};

/** Undefined if another caller changed the provider meanwhile: then it is read again. */
async function writeChange(
  context: Context,
  tx: Transaction,
  { provider, sent }: { provider: Provider; sent: Sent },
): Promise<Provider | undefined> {
  const address = await changedAddress(context, tx, { provider, sent });
  const next = changedProvider(context, { provider, sent, address });
  if (JSON.stringify(next) === JSON.stringify(provider)) {
    context.note('nothing');
    return provider;
  }
  const { workspaceId } = provider.standing;
  const { now } = context;
  const change = { ...next, name: toName(next.name), now };
  const version = await update(tx, workspaceId, change);
  if (version === undefined) return undefined;
  context.note(noteOf(changedFields(provider, next)));
  return { ...next, version, updatedAt: now };
}

/** Of secrets, only that they changed. */
function changedFields(before: Provider, after: Provider) {
  return {
    ...changes(before, after, [
      'name',
      'maxConcurrent',
      'requestsPerMinute',
      'loopbackAllowedBy',
      'loopbackAllowedAt',
    ]),
    ...addressChange(before.baseUrl, after.baseUrl),
    ...(before.sealedKey === after.sealedKey ? {} : { key: 'changed' }),
    ...(before.sealedHeaders === after.sealedHeaders ? {} : { headers: 'changed' }),
  };
}

/** Permission for a loopback address does not survive a change of address, and can be withdrawn. */
async function changedAddress(
  context: Context,
  tx: Transaction,
  { provider, sent }: { provider: Provider; sent: Sent },
): Promise<ProviderAddress> {
  const { baseUrl, loopbackAllowedBy, loopbackAllowedAt } = provider;
  const { base_url = baseUrl, allow_loopback } = sent;
  if (base_url === baseUrl && allow_loopback === false) {
    return { baseUrl, loopbackAllowedBy: null, loopbackAllowedAt: null };
  }
  if (base_url === baseUrl && (allow_loopback === undefined || loopbackAllowedAt !== null)) {
    return { baseUrl, loopbackAllowedBy, loopbackAllowedAt };
  }
  return readAddress(context, tx, { ...sent, base_url });
}

function changedProvider(
  context: Context,
  { provider, sent, address }: { provider: Provider; sent: Sent; address: ProviderAddress },
): Provider {
  const { baseUrl } = address;
  if (originOf(baseUrl) !== originOf(provider.baseUrl)) refuseTakingSecretsAlong(provider, sent);
  const { id, standing } = provider;
  const owner = { workspaceId: standing.workspaceId, id, baseUrl };
  const { requests_per_minute: requestsPerMinute = provider.requestsPerMinute } = sent;
  return {
    ...provider,
    name: sent.name ?? provider.name,
    ...address,
    ...sealSecrets(context.vault, owner, { sent, stored: provider }),
    maxConcurrent: sent.max_concurrent ?? provider.maxConcurrent,
    requestsPerMinute,
  };
}

function refuseTakingSecretsAlong(provider: Provider, sent: SentSecrets): void {
  const origin = originOf(provider.baseUrl);
  const faults = [];
  if (provider.sealedKey !== null && sent.api_key === undefined) {
    const why = `the stored key is for ${origin} only: send the key of the new address, or null`;
    faults.push(issues.valueError(['body', 'api_key'], why));
  }
  if (provider.sealedHeaders !== null && sent.headers === undefined) {
    const why = `the stored headers are for ${origin} only: send those of the new address, or {}`;
    faults.push(issues.valueError(['body', 'headers'], why));
  }
  if (faults.length > 0) throw new ValidationFailure(faults);
}
