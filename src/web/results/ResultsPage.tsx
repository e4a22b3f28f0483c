import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { FileDown, Printer } from 'lucide-react';
import { EvaluationTabs } from '../evaluations/EvaluationTabs.tsx';
import {
  countsQuery,
  evaluationQuery,
  overviewQuery,
  resultsQuery,
} from '../evaluations/evaluation-queries.ts';
import { overviewName } from '../evaluations/overview-name.ts';
import { GuideLink } from '../guide/GuideLink.tsx';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { Page } from '../ui/Page.tsx';
import { announceFailure } from '../ui/Toasts.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import styles from './Report.module.css';
import { Report } from './Report.tsx';
import { saveReport } from './save-report.ts';
import { useRights } from './use-rights.ts';
import { isWhole } from './whole-statistics.ts';

const route = getRouteApi('/signed-in/evaluations/$evaluationId/results');

export function ResultsPage() {
  const { evaluationId } = route.useParams();
  const view = route.useSearch();
  const navigate = route.useNavigate();
  const { data: evaluation } = useSuspenseQuery(evaluationQuery(evaluationId));
  const { data: overview } = useSuspenseQuery(overviewQuery(evaluationId));
  const whole = useQuery(resultsQuery(evaluationId));
  const counts = useQuery({ ...countsQuery(evaluationId), enabled: whole.data === undefined });
  const results = whole.data ?? counts.data;
  const saving = useMutation({ mutationFn: saveReport, onError: announceFailure });
  const { mayEdit } = useRights(evaluation);
  const texts = strings.results;
  const title = texts.of(overviewName(overview));
  return (
    <Page
      title={title}
      actions={
        results !== undefined &&
        isWhole(results.statistics) && (
          <span className={styles['unprinted']}>
            <GuideLink page="reading-results">{strings.guide.links.readingResults}</GuideLink>
            <Button
              icon={<FileDown aria-hidden />}
              isBusy={saving.isPending}
              onClick={() =>
                saving.mutate({ title, report: { evaluation, results, view }, mayEdit })
              }
            >
              {texts.save}
            </Button>
            <Button icon={<Printer aria-hidden />} onClick={() => print()}>
              {texts.print}
            </Button>
          </span>
        )
      }
    >
      <EvaluationTabs overview={overview} mayEdit={mayEdit} />
      <FailureNotice error={whole.error} onRetry={() => void whole.refetch()} />
      {results === undefined && whole.error === null && <Waiting />}
      {results !== undefined && (
        <Report
          evaluation={evaluation}
          results={results}
          view={view}
          onView={(search) => void navigate({ search, replace: true, resetScroll: false })}
        />
      )}
    </Page>
  );
}
