import { Link } from '@tanstack/react-router';
import type { EvaluationOverview } from '../../contract/evaluations/evaluation-overviews.ts';
import { strings } from '../strings.ts';
import { Badge } from '../ui/Badge.tsx';
import { Tabs } from '../ui/Tabs.tsx';

interface EvaluationTabsProps {
  readonly overview: EvaluationOverview;
  readonly mayEdit: boolean;
}

/** The pages of an evaluation; issues name annotators, so only editors see them. */
export function EvaluationTabs({ overview, mayEdit }: EvaluationTabsProps) {
  const params = { evaluationId: overview.id };
  const texts = strings.overviews.tabs;
  const { open_flags } = overview;
  return (
    <Tabs label={texts.title}>
      <Link to="/evaluations/$evaluationId" params={params} activeOptions={{ exact: true }}>
        {texts.overview}
      </Link>
      <Link to="/evaluations/$evaluationId/results" params={params}>
        {strings.evaluations.results}
      </Link>
      {mayEdit && (
        <Link to="/evaluations/$evaluationId/issues" params={params}>
          {texts.issues}{' '}
          {open_flags !== null && open_flags > 0 && (
            <Badge tone="accent">{strings.overviews.flags(open_flags)}</Badge>
          )}
        </Link>
      )}
    </Tabs>
  );
}
