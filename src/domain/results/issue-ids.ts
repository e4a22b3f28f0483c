import { ISSUE_KINDS, type IssueKind } from '../../contract/results/issues.ts';
import { parseId } from '../ids.ts';

/** What an issue is about: an id, and a part where several issues can be about the same id. */
export interface IssueSubject {
  readonly kind: IssueKind;
  readonly id: string;
  readonly part: string;
}

/** Stays the same while the issue exists, so that decisions stay with it. */
export function issueId({ kind, id, part }: IssueSubject): string {
  return `${kind}.${subjectOf({ id, part })}`;
}

export function subjectOf({ id, part }: Pick<IssueSubject, 'id' | 'part'>): string {
  return part === '' ? id : `${id}.${part}`;
}

/** Undefined for text that is not the id of an issue. */
export function readIssueId(text: string): IssueSubject | undefined {
  const [word, sent = '', part = '', ...rest] = text.split('.');
  const kind = ISSUE_KINDS.find((known) => known === word);
  const id = parseId(sent);
  const isPart = part.length <= LONGEST_PART && rest.length === 0;
  return kind === undefined || id === undefined || !isPart ? undefined : { kind, id, part };
}

const LONGEST_PART = 36;
