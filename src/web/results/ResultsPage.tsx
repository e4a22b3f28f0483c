import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Gavel, Printer } from 'lucide-react';
import { evaluationQuery, resultsQuery } from '../evaluations/evaluation-queries.ts';
import { evaluationTitle } from '../evaluations/evaluation-title.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { Page } from '../ui/Page.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { CountsSection } from './CountsSection.tsx';

const route = getRouteApi('/signed-in/evaluations/$evaluationId/results');

/** Reads from top to bottom like a page of a report. */
export function ResultsPage() {
  const { evaluationId } = route.useParams();
  const { data: evaluation } = useSuspenseQuery(evaluationQuery(evaluationId));
  const results = useQuery(resultsQuery(evaluationId));
  const texts = strings.results;
  // Who judges blind is shown nothing before the end.
  const isHidden = results.data !== undefined && evaluation.variant_ids.length === 0;
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
      {isHidden && (
        <EmptyState icon={<Gavel />} title={texts.hiddenTitle} text={texts.hiddenText} />
      )}
      {results.data !== undefined && !isHidden && (
        <CountsSection evaluation={evaluation} results={results.data} />
      )}
    </Page>
  );
}
