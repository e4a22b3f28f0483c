import type { Issue, IssueState } from '../../contract/results/issues.ts';
import { wholeNumber } from '../localized.ts';
import { strings } from '../strings.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Moment } from '../ui/Moment.tsx';
import { TableFrame } from '../ui/Table.tsx';
import { announceFailure } from '../ui/Toasts.tsx';
import { decideIssue } from './decide-issue.ts';
import type { Evaluation } from './evaluation-queries.ts';
import styles from './IssuesPage.module.css';
import { useCurrentRow } from './use-current-row.ts';
import { useIssueKeys } from './use-issue-keys.ts';
import { variantName } from './variant-name.ts';

interface IssuesTableProps {
  readonly evaluation: Evaluation;
  readonly issues: readonly Issue[];
}

/** Issues, one of them current: keys act on the current row, buttons on their own row. */
export function IssuesTable({ evaluation, issues }: IssuesTableProps) {
  const { current, moveTo } = useCurrentRow(issues);
  const decide = (issue: Issue, state: IssueState) =>
    void decideIssue(evaluation, issue, state).catch(announceFailure);
  useIssueKeys({
    move: (step) => moveTo(Math.max(0, Math.min(issues.length - 1, current + step))),
    decide: (state) => {
      const issue = issues[current];
      if (issue !== undefined && issue.state !== state) decide(issue, state);
    },
  });
  const { columns, kinds, states, ...texts } = strings.issues;
  return (
    <TableFrame>
      <thead>
        <tr>
          <th scope="col">{columns.kind}</th>
          <th scope="col">{columns.scenario}</th>
          <th scope="col">{columns.text}</th>
          <th scope="col">{columns.author}</th>
          <th scope="col">{columns.when}</th>
          <th scope="col">{columns.state}</th>
          <th scope="col">
            <span className="visually-hidden">{strings.actions.title}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {issues.map((issue, index) => (
          <tr
            key={issue.id}
            ref={index === current ? intoView : null}
            className={index === current ? styles['current'] : ''}
            aria-current={index === current}
            onClick={() => moveTo(index)}
          >
            <td>
              <Badge tone={issue.kind === 'flag' ? 'accent' : 'plain'}>{kinds[issue.kind]}</Badge>
            </td>
            <td>{issue.position !== null && wholeNumber(issue.position + 1)}</td>
            <td dir="auto" className={styles['what']}>
              {issue.variant_id !== null && `${variantName(evaluation, issue.variant_id)}: `}
              {issue.text}
            </td>
            <td>{issue.author?.name}</td>
            <td>{issue.created_at !== null && <Moment at={issue.created_at} />}</td>
            <td>{states[issue.state]}</td>
            <td>
              <span className={styles['actions']}>
                {issue.state === 'open' ? (
                  <>
                    <Button look="quiet" onClick={() => decide(issue, 'resolved')}>
                      {texts.resolve}
                    </Button>
                    <Button look="quiet" onClick={() => decide(issue, 'dismissed')}>
                      {texts.dismiss}
                    </Button>
                  </>
                ) : (
                  <Button look="quiet" onClick={() => decide(issue, 'open')}>
                    {texts.reopen}
                  </Button>
                )}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

function intoView(row: HTMLTableRowElement | null): void {
  row?.scrollIntoView({ block: 'nearest' });
}
