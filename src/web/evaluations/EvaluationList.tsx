import { Link } from '@tanstack/react-router';
import type { EvaluationOverview } from '../../contract/evaluations/evaluation-overviews.ts';
import { strings } from '../strings.ts';
import { Badge } from '../ui/Badge.tsx';
import list from '../ui/List.module.css';
import { Moment } from '../ui/Moment.tsx';
import styles from './EvaluationList.module.css';
import { OverviewMenu } from './OverviewMenu.tsx';
import { overviewName } from './overview-name.ts';

interface EvaluationListProps {
  readonly evaluations: readonly EvaluationOverview[];
  readonly workspaceId: string | null | undefined;
}

/** Evaluations with their progress and headline. */
export function EvaluationList({ evaluations, workspaceId }: EvaluationListProps) {
  return (
    <ul className={list['list']}>
      {evaluations.map((overview) => (
        <li key={overview.id}>
          <Row overview={overview} />
          <span className={styles['menu']}>
            <OverviewMenu overview={overview} workspaceId={workspaceId} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Row({ overview }: { readonly overview: EvaluationOverview }) {
  const { id, evaluation_type, variants, testset, owner, headline } = overview;
  const texts = strings.overviews;
  const facts = [
    ...(variants.length === 0
      ? []
      : [strings.evaluations.versus(variants.map(({ name }) => name))]),
    testset.name,
    texts.by(owner.username),
  ];
  return (
    <Link to="/evaluations/$evaluationId" params={{ evaluationId: id }} className={styles['row']}>
      <span className={styles['title']}>
        <span className={styles['name']}>{overviewName(overview)}</span>
        <Badge>{texts.types[evaluation_type]}</Badge>
        <Status overview={overview} />
      </span>
      <span className={styles['facts']}>{facts.join(' · ')}</span>
      {headline !== null && (
        <span className={styles['headline']}>
          {headline.sentence} {!headline.current && texts.outdated}
        </span>
      )}
      <Progress overview={overview} />
    </Link>
  );
}

function Status({
  overview: { status, locked, archived },
}: {
  readonly overview: EvaluationOverview;
}) {
  if (archived) return <Badge>{strings.overviews.archived}</Badge>;
  if (locked) return <Badge>{strings.evaluations.closed}</Badge>;
  return (
    <Badge tone={status === 'EVALUATION_FINISHED' ? 'accent' : 'plain'}>
      {strings.evaluations.statuses[status]}
    </Badge>
  );
}

function Progress({ overview }: { readonly overview: EvaluationOverview }) {
  const { progress, open_flags, created_at, locked } = overview;
  const texts = strings.overviews;
  const missing = progress === null || locked ? 0 : progress.tasks_without_outputs;
  return (
    <span className={styles['side']}>
      {progress !== null && <span>{texts.progress(progress)}</span>}
      <span className={styles['line']}>
        {missing > 0 && <span className={styles['warn']}>{texts.outputsMissing(missing)}</span>}
        {open_flags !== null && open_flags > 0 && (
          <span className={styles['warn']}>{texts.flags(open_flags)}</span>
        )}
        <Moment at={created_at} />
      </span>
    </span>
  );
}
