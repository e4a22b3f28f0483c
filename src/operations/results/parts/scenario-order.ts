import {
  compareDisputed,
  type Disputed,
  disputedAt,
  type RankedDisagreement,
} from '../../../domain/results/disputed-cases.ts';

/** Where a page of scenarios ends; `disagreement` and `answers` if the list is in that order. */
export type ScenarioKey = Pick<Disputed, 'position'> & Partial<Disputed>;

/** All scenarios of an evaluation in one order. */
export interface ScenarioOrder {
  readonly positionsAfter: (key: ScenarioKey | undefined) => readonly number[];
  readonly keyOf: (position: number) => ScenarioKey;
}

export function byPosition(scenarioCount: number): ScenarioOrder {
  return {
    positionsAfter: (key) => {
      const first = (key?.position ?? -1) + 1;
      const length = Math.max(0, scenarioCount - first);
      return Array.from({ length }, (_, place) => first + place);
    },
    keyOf: (position) => ({ position }),
  };
}

/**
 * The next page starts after the figures that the last scenario had, even if they have changed
 * since: only scenarios whose own figures change meanwhile can be missed or repeated.
 */
export function byDisagreement(ranked: RankedDisagreement): ScenarioOrder {
  const keyOf = (position: number) => disputedAt(ranked, position);
  return {
    positionsAfter: (key) => {
      const positions = [...ranked.positions];
      if (key === undefined) return positions;
      const last = { disagreement: null, answers: 0, ...key };
      return positions.filter((position) => compareDisputed(keyOf(position), last) > 0);
    },
    keyOf,
  };
}
