import { referenceInPath } from '../../domain/ids.ts';
import { getBase } from '../../storage/variants/bases.ts';
import type { Operation } from '../context.ts';
import { versionEtag } from '../preconditions.ts';
import { presentBase } from './parts/present-base.ts';

export const fetchBase: Operation<'fetchBase'> = async (context, { parameters }) => {
  const base = await getBase(context.db, context.caller, referenceInPath(parameters.base_id));
  context.gate.permit(base.standing);
  return { body: presentBase(base), etag: versionEtag(base.version) };
};
