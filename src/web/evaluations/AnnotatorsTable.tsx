import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Progress } from '../../contract/results/evaluation-results.ts';
import { strings } from '../strings.ts';
import { withTopNotice } from '../top-notice.ts';
import { Button } from '../ui/Button.tsx';
import { Moment } from '../ui/Moment.tsx';
import { Table } from '../ui/Table.tsx';
import { ExcludeDialog } from './ExcludeDialog.tsx';
import { type Evaluation, exclusionsQuery } from './evaluation-queries.ts';
import styles from './ProgressSection.module.css';

export type Annotators = NonNullable<Progress['annotators']>;

interface AnnotatorsTableProps {
  readonly evaluation: Evaluation;
  readonly annotators: Annotators;
}

/** What each annotator did, for editors. */
export function AnnotatorsTable({ evaluation, annotators }: AnnotatorsTableProps) {
  const { data: exclusions = [] } = useQuery(withTopNotice(exclusionsQuery(evaluation.id)));
  const [chosen, setChosen] = useState<Annotators[number]>();
  const excluded = new Set(exclusions.map(({ annotator_id }) => annotator_id));
  const texts = strings.evaluations.progress;
  return (
    <>
      <Table
        rows={annotators}
        rowKey={({ id }) => id}
        columns={[
          {
            title: texts.annotator,
            cell: ({ name, kind }) => (
              <>
                {name} {kind === 'guest' && <span className={styles['soft']}>{texts.guest}</span>}
              </>
            ),
          },
          { title: texts.judged, cell: ({ judged }) => judged },
          { title: texts.skipped, cell: ({ skipped }) => skipped },
          { title: texts.flagged, cell: ({ flagged }) => flagged },
          {
            title: texts.pace,
            cell: ({ judged, time_taken_ms }) =>
              judged > 0 && time_taken_ms > 0 && texts.seconds(time_taken_ms / judged / 1000),
          },
          { title: texts.active, cell: ({ last_active_at }) => <Moment at={last_active_at} /> },
          {
            kind: 'action',
            cell: (annotator) =>
              excluded.has(annotator.id) ? (
                <span className={styles['soft']}>{strings.evaluations.exclusions.excluded}</span>
              ) : (
                annotator.judged > 0 && (
                  <Button look="quiet" onClick={() => setChosen(annotator)}>
                    {strings.evaluations.exclusions.exclude}
                  </Button>
                )
              ),
          },
        ]}
      />
      {chosen !== undefined && (
        <ExcludeDialog
          evaluation={evaluation}
          annotator={chosen}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  );
}
