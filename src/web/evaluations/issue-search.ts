import { ISSUE_KINDS, type IssueKind, type IssueState } from '../../contract/results/issues.ts';

const STATES: readonly IssueState[] = ['open', 'resolved', 'dismissed'];

/** The filters in the address of the issues page; `any` shows every state. */
export interface IssueSearch {
  readonly kind?: IssueKind;
  readonly state?: IssueState | 'any';
}

export function issueSearchOf(search: Record<string, unknown>): IssueSearch {
  const kind = ISSUE_KINDS.find((known) => known === search['kind']);
  const state = [...STATES, 'any' as const].find((known) => known === search['state']);
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(state === undefined || state === 'open' ? {} : { state }),
  };
}
