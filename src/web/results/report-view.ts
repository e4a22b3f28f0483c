import type { ScenarioArrangement } from '../evaluations/evaluation-queries.ts';
import { type SliceChoice, sliceChoiceOf } from './slice.ts';

export type ScenarioOrder = NonNullable<ScenarioArrangement['order']>;

/** The reader's choices, stored in the address of the page. */
export interface ReportView extends SliceChoice {
  /** The order of scenarios; by default the most disputed come first. */
  readonly order?: ScenarioOrder;
}

export function reportViewOf(search: Record<string, unknown>): ReportView {
  const slice = sliceChoiceOf(search);
  return search['order'] === 'position' ? { ...slice, order: 'position' } : slice;
}

export function orderOf({ order = 'disagreement' }: ReportView): ScenarioOrder {
  return order;
}

/** The scenarios that the table requests. */
export function arrangementOf(view: ReportView): ScenarioArrangement {
  const order = orderOf(view);
  const { input, value, others } = view;
  if (input === undefined) return { order };
  if (value !== undefined) return { order, slice: input, label: value };
  return others === true ? { order, slice: input, pooled: true } : { order };
}
