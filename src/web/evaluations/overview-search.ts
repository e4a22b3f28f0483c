import { OVERVIEW_ORDERS } from '../../contract/evaluations/evaluation-overviews.ts';
import { EVALUATION_STATUSES } from '../../contract/evaluations/human-evaluations.ts';
import type { OverviewFilter } from './evaluation-queries.ts';

/** The filters in the address of a list of evaluations. */
export interface OverviewSearch {
  readonly search?: string;
  readonly status?: (typeof EVALUATION_STATUSES)[number];
  readonly variant?: string;
  readonly testset?: string;
  readonly mine?: true;
  readonly archived?: true;
  readonly order?: (typeof OVERVIEW_ORDERS)[number];
}

/** Drops unknown filters, so an old or mistyped address still shows a list. */
export function overviewSearchOf(search: Record<string, unknown>): OverviewSearch {
  const { search: text, variant, testset } = search;
  const status = EVALUATION_STATUSES.find((known) => known === search['status']);
  const order = OVERVIEW_ORDERS.find((known) => known === search['order']);
  return {
    ...(typeof text === 'string' && text !== '' ? { search: text } : {}),
    ...(status === undefined ? {} : { status }),
    ...(typeof variant === 'string' ? { variant } : {}),
    ...(typeof testset === 'string' ? { testset } : {}),
    ...(search['mine'] === true ? { mine: true } : {}),
    ...(search['archived'] === true ? { archived: true } : {}),
    ...(order === undefined || order === 'newest' ? {} : { order }),
  };
}

export function filterOf({ variant, testset, ...rest }: OverviewSearch): OverviewFilter {
  return {
    ...rest,
    ...(variant === undefined ? {} : { variant_id: variant }),
    ...(testset === undefined ? {} : { testset_id: testset }),
  };
}
