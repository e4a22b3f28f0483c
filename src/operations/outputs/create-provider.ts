import { referenceInBody } from '../../domain/ids.ts';
import { toName } from '../../domain/names.ts';
import { getStanding } from '../../storage/callers.ts';
import {
  explainProviderConflict,
  insertProvider,
  type Provider,
} from '../../storage/outputs/providers.ts';
import type { Operation } from '../context.ts';
import { versionEtag } from '../preconditions.ts';
import { presentProvider } from './parts/present-provider.ts';
import { readAddress } from './parts/provider-address.ts';
import { NO_SECRETS, sealSecrets } from './parts/provider-secrets.ts';
import { requireCurrentKey } from './parts/require-current-key.ts';

const DEFAULT_MAX_CONCURRENT = 8;

/** Adds a provider; its key and headers are stored so that they can be sent to its origin only. */
export const createProvider: Operation<'createProvider'> = async (context, { body }) => {
  const reference = referenceInBody(body.workspace_id, 'workspace_id');
  const standing = await getStanding(context.db, context.caller, reference);
  context.gate.permit(standing);
  const { workspaceId } = standing;
  const { vault, now } = context;
  const id = context.newId();
  const name = toName(body.name);
  const address = await readAddress(context, context.db, body);
  const { baseUrl } = address;
  const owner = { workspaceId, id, baseUrl };
  const provider: Provider = {
    standing,
    id,
    name: name.text,
    ...address,
    ...sealSecrets(vault, owner, { sent: body, stored: NO_SECRETS }),
    maxConcurrent: body.max_concurrent ?? DEFAULT_MAX_CONCURRENT,
    requestsPerMinute: body.requests_per_minute ?? null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  try {
    return await context.transaction(async (tx) => {
      await requireCurrentKey(tx, vault);
      await insertProvider(tx, workspaceId, { ...provider, name, now });
      context.note({ object: { kind: 'provider', id }, change: { name: provider.name } });
      return {
        body: presentProvider(provider),
        etag: versionEtag(provider.version),
        location: `/api/providers/${id}`,
      };
    });
  } catch (error) {
    throw await explainProviderConflict(context.db, workspaceId, { name, error });
  }
};
