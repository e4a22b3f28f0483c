import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Gavel } from 'lucide-react';
import { strings } from '../strings.ts';
import { Badge } from '../ui/Badge.tsx';
import list from '../ui/List.module.css';
import { Moment } from '../ui/Moment.tsx';
import { type Evaluation, settingsQuery } from './evaluation-queries.ts';
import { evaluationTitle } from './evaluation-title.ts';
import { Headline } from './Headline.tsx';

/** Evaluations with their state. */
export function EvaluationList({ evaluations }: { readonly evaluations: readonly Evaluation[] }) {
  return (
    <ul className={list['list']}>
      {evaluations.map((evaluation) => (
        <li key={evaluation.id}>
          <Row evaluation={evaluation} />
        </li>
      ))}
    </ul>
  );
}

function Row({ evaluation }: { readonly evaluation: Evaluation }) {
  const { id, testset_name, created_at, status } = evaluation;
  const { data: settings } = useQuery(settingsQuery(id));
  return (
    <Link to="/evaluations/$evaluationId" params={{ evaluationId: id }} className={list['row']}>
      <Gavel aria-hidden />
      <span className={list['name']}>{evaluationTitle(evaluation)}</span>
      <Badge tone={status === 'EVALUATION_FINISHED' ? 'accent' : 'plain'}>
        {strings.evaluations.statuses[status]}
      </Badge>
      <span className={list['soft']}>{testset_name}</span>
      {status === 'EVALUATION_FINISHED' && (
        <span className={list['headline']}>
          <Headline evaluation={evaluation} />
        </span>
      )}
      <span className={`${list['soft']} ${list['end']}`}>
        {settings !== undefined &&
          strings.evaluations.judgedScenarios(
            settings.value.judged_count,
            settings.value.scenario_count,
          )}
        {' · '}
        <Moment at={created_at} />
      </span>
    </Link>
  );
}
