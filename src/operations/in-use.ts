import { Problem } from '../contract/problems.ts';

const SHOWN = 20;

export interface Usage {
  /** Names of environments. */
  readonly environments: readonly string[];
  /** Ids of evaluations. */
  readonly evaluations: readonly string[];
}

/** Lists what has to go before something can be deleted. */
export function inUse(what: string, { environments, evaluations }: Usage): Problem {
  const usedBy = [
    ...environments.map((name) => ({ kind: 'environment' as const, id: null, name })),
    ...evaluations.map((id) => ({ kind: 'evaluation' as const, id, name: null })),
  ];
  return new Problem('in_use', `${what} is ${reasons({ environments, evaluations })}`, {
    members: { used_by: usedBy.slice(0, SHOWN), used_by_count: usedBy.length },
  });
}

function reasons({ environments, evaluations }: Usage): string {
  const deployed = `deployed to ${environments.join(', ')}: deploy another one there first.`;
  const evaluated = 'part of a human evaluation: delete that first.';
  if (environments.length === 0) return evaluated;
  return evaluations.length === 0 ? deployed : `${deployed} It is also ${evaluated}`;
}
