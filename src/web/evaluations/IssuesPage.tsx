import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CircleCheck, Download, SearchX } from 'lucide-react';
import { useState } from 'react';
import { ISSUE_KINDS, type Issue } from '../../contract/results/issues.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { SelectField } from '../ui/Field.tsx';
import { Page } from '../ui/Page.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { EvaluationTabs } from './EvaluationTabs.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import { evaluationQuery, issuesQuery, overviewQuery } from './evaluation-queries.ts';
import styles from './IssuesPage.module.css';
import { IssuesTable } from './IssuesTable.tsx';
import { type IssueSearch, issueSearchOf } from './issue-search.ts';
import { overviewName } from './overview-name.ts';
import { ScenarioTallies } from './ScenarioTallies.tsx';

const route = getRouteApi('/signed-in/evaluations/$evaluationId/issues');

/** All issues of an evaluation in one table. */
export function IssuesPage() {
  const { evaluationId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: evaluation } = useSuspenseQuery(evaluationQuery(evaluationId));
  const { data: overview } = useSuspenseQuery(overviewQuery(evaluationId));
  const list = useQuery(issuesQuery(evaluationId));
  const [isExporting, setExporting] = useState(false);
  const change = (part: Record<string, string>) =>
    void navigate({ search: issueSearchOf({ ...search, ...part }), replace: true });
  const all = list.data?.issues ?? [];
  const shown = all.filter((issue) => isShown(issue, search));
  const texts = strings.issues;
  return (
    <Page
      title={overviewName(overview)}
      tabTitle={texts.of(overviewName(overview))}
      subtitle={texts.text}
      actions={
        <Button icon={<Download aria-hidden />} onClick={() => setExporting(true)}>
          {texts.export.open}
        </Button>
      }
    >
      <EvaluationTabs overview={overview} mayEdit />
      <FailureNotice error={list.error} onRetry={() => void list.refetch()} />
      {list.isPending && <Waiting />}
      {list.isSuccess && all.length === 0 && (
        <EmptyState icon={<CircleCheck />} title={texts.emptyTitle} text={texts.emptyText} />
      )}
      {all.length > 0 && (
        <div className={styles['bar']}>
          <SelectField
            label={texts.filters.kind}
            value={search.kind ?? 'any'}
            onChange={({ target }) => change({ kind: target.value })}
          >
            <option value="any">{texts.filters.any}</option>
            {ISSUE_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {texts.kindCount(kind, all.filter((issue) => issue.kind === kind).length)}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={texts.filters.state}
            value={search.state ?? 'open'}
            onChange={({ target }) => change({ state: target.value })}
          >
            {(['open', 'resolved', 'dismissed'] as const).map((state) => (
              <option key={state} value={state}>
                {texts.states[state]}
              </option>
            ))}
            <option value="any">{texts.filters.any}</option>
          </SelectField>
          <p className={styles['keys']}>{texts.keys}</p>
        </div>
      )}
      {all.length > 0 && shown.length === 0 && (
        <EmptyState icon={<SearchX />} title={texts.noneLeftTitle} text={texts.noneLeftText} />
      )}
      {shown.length > 0 && <IssuesTable evaluation={evaluation} issues={shown} />}
      {list.data !== undefined && list.data.more.length > 0 && (
        <p className={styles['soft']}>
          {texts.more(list.data.more.map((kind) => texts.kinds[kind]))}
        </p>
      )}
      <ScenarioTallies evaluation={evaluation} />
      {isExporting && <ExportDialog evaluation={evaluation} onClose={() => setExporting(false)} />}
    </Page>
  );
}

function isShown({ kind, state }: Issue, search: IssueSearch): boolean {
  const { state: shownState = 'open' } = search;
  if (search.kind !== undefined && search.kind !== kind) return false;
  return shownState === 'any' || shownState === state;
}
