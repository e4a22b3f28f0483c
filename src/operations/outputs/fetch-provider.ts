import { referenceInPath } from '../../domain/ids.ts';
import { getProvider } from '../../storage/outputs/providers.ts';
import type { Operation } from '../context.ts';
import { versionEtag } from '../preconditions.ts';
import { presentProvider } from './parts/present-provider.ts';

export const fetchProvider: Operation<'fetchProvider'> = async (context, { parameters }) => {
  const reference = referenceInPath(parameters.provider_id);
  const provider = await getProvider(context.db, context.caller, reference);
  context.gate.permit(provider.standing);
  return { body: presentProvider(provider), etag: versionEtag(provider.version) };
};
