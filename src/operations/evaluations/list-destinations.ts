import { listNamedPlaces, type NamedPlace } from '../../storage/evaluations/destinations.ts';
import {
  everyEvaluationOf,
  listFilteredEvaluations,
} from '../../storage/evaluations/evaluation-overviews.ts';
import type { Operation } from '../context.ts';
import { standingInQuery } from '../variants/parts/standing-in-query.ts';
import { isBlindFor } from './parts/blindness.ts';

const MAX_PER_KIND = 500;

/** The objects to jump to by name, in one answer that the browser searches as the user types. */
export const listDestinations: Operation<'listDestinations'> = async (context, { query }) => {
  const { db, caller, gate } = context;
  const standing = await standingInQuery(context, query);
  gate.permit(standing);
  const { workspaceId } = standing;
  const list = (kind: Parameters<typeof listNamedPlaces>[2]['kind']) =>
    listNamedPlaces(db, workspaceId, { kind, limit: MAX_PER_KIND });
  const [apps, variants, testsets, evaluations] = await Promise.all([
    list('apps'),
    list('variants'),
    list('testsets'),
    listFilteredEvaluations(db, caller, {
      filter: everyEvaluationOf(workspaceId),
      order: 'newest',
      page: { after: undefined, limit: MAX_PER_KIND },
    }),
  ]);
  return {
    body: {
      apps: apps.map(({ id, name }) => ({ id, name })),
      variants: variants.map(presentPlace),
      testsets: testsets.map(presentPlace),
      evaluations: evaluations.map((evaluation) => ({
        id: evaluation.id,
        app_id: evaluation.appId,
        name: isBlindFor(evaluation) ? null : evaluation.name,
        testset_name: evaluation.testsetName,
      })),
    },
  };
};

function presentPlace({ id, appId, name }: NamedPlace) {
  return { id, app_id: appId, name };
}
