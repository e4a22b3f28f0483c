import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Gavel, Printer } from 'lucide-react';
import type { Output } from '../../contract/api.ts';
import type { ResultStatistics } from '../../contract/results.ts';
import {
  type Evaluation,
  evaluationQuery,
  resultsQuery,
} from '../evaluations/evaluation-queries.ts';
import { evaluationTitle } from '../evaluations/evaluation-title.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { Page } from '../ui/Page.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { CountsSection } from './CountsSection.tsx';
import { namesOf } from './names.ts';
import { StatisticsSections } from './StatisticsSections.tsx';
import { VerdictSection } from './VerdictSection.tsx';

const route = getRouteApi('/signed-in/evaluations/$evaluationId/results');

/** Reads from top to bottom like a page of a report. */
export function ResultsPage() {
  const { evaluationId } = route.useParams();
  const { data: evaluation } = useSuspenseQuery(evaluationQuery(evaluationId));
  const results = useQuery(resultsQuery(evaluationId));
  const texts = strings.results;
  return (
    <Page
      title={texts.of(evaluationTitle(evaluation))}
      actions={
        <Button icon={<Printer aria-hidden />} onClick={() => print()}>
          {texts.print}
        </Button>
      }
    >
      <FailureNotice error={results.error} onRetry={() => void results.refetch()} />
      {results.isPending && <Waiting />}
      {results.data !== undefined && <Report evaluation={evaluation} results={results.data} />}
    </Page>
  );
}

interface ReportProps {
  readonly evaluation: Evaluation;
  readonly results: Output<'fetchResults'>;
}

function Report({ evaluation, results }: ReportProps) {
  const texts = strings.results;
  const { statistics } = results;
  // Who judges blind is shown nothing before the end.
  if (!isWhole(statistics)) {
    return <EmptyState icon={<Gavel />} title={texts.hiddenTitle} text={texts.hiddenText} />;
  }
  const names = namesOf(evaluation, results);
  return (
    <>
      <VerdictSection verdict={statistics.verdict} names={names} />
      <CountsSection evaluation={evaluation} results={results} />
      <StatisticsSections evaluation={evaluation} statistics={statistics} names={names} />
    </>
  );
}

/** It comes whole or not at all. */
function isWhole(statistics: Partial<ResultStatistics>): statistics is ResultStatistics {
  return statistics.verdict !== undefined;
}
