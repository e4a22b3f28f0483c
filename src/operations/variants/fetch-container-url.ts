import { Problem } from '../../contract/problems.ts';
import { referenceInPath } from '../../domain/ids.ts';
import { getBase } from '../../storage/variants/bases.ts';
import { getVariant } from '../../storage/variants/variants.ts';
import type { Operation } from '../context.ts';

/** Where a base runs. The original's evaluation dialog asks before it reads the app's inputs there. */
export const fetchContainerUrl: Operation<'fetchContainerUrl'> = async (context, { query }) => {
  const { db, caller } = context;
  const { standing, uri } =
    query.base_id === undefined
      ? await getVariant(db, caller, referenceInPath(query.variant_id ?? ''))
      : await getBase(db, caller, referenceInPath(query.base_id));
  context.gate.permit(standing);
  if (uri === null) {
    throw new Problem(
      'nothing_deployed',
      'The base has no URI, so it runs nowhere. Set its URI first.',
    );
  }
  return { body: { uri } };
};
