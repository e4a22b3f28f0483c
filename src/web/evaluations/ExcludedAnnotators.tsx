import { useQuery } from '@tanstack/react-query';
import { client } from '../api.ts';
import { strings } from '../strings.ts';
import { withTopNotice } from '../top-notice.ts';
import { Button } from '../ui/Button.tsx';
import { Moment } from '../ui/Moment.tsx';
import { Section } from '../ui/Page.tsx';
import { Table } from '../ui/Table.tsx';
import { announce, announceFailure } from '../ui/Toasts.tsx';
import type { Annotators } from './AnnotatorsTable.tsx';
import { type Evaluation, exclusionsQuery, refreshEvaluation } from './evaluation-queries.ts';
import styles from './ProgressSection.module.css';

interface ExcludedAnnotatorsProps {
  readonly evaluation: Evaluation;
  /** With their names; unknown while loading. */
  readonly annotators: Annotators | undefined;
}

/** Annotators whose judgements do not count in the results, with the reasons. */
export function ExcludedAnnotators({ evaluation, annotators }: ExcludedAnnotatorsProps) {
  const { data: exclusions = [] } = useQuery(withTopNotice(exclusionsQuery(evaluation.id)));
  const texts = strings.evaluations.exclusions;
  if (annotators === undefined || exclusions.length === 0) return null;
  const nameOf = (id: string) => annotators.find((one) => one.id === id)?.name ?? '';
  const include = async (annotator_id: string) => {
    await client.includeAnnotator({ parameters: { evaluation_id: evaluation.id, annotator_id } });
    await refreshEvaluation(evaluation);
    announce({ text: texts.undone });
  };
  return (
    <Section title={texts.title}>
      <p className={styles['soft']}>{texts.text}</p>
      <Table
        rows={exclusions}
        rowKey={({ annotator_id }) => annotator_id}
        columns={[
          {
            kind: 'text',
            title: strings.evaluations.progress.annotator,
            cell: ({ annotator_id }) => nameOf(annotator_id),
          },
          { kind: 'text', title: texts.reason, cell: ({ reason }) => reason },
          { title: strings.evaluations.progress.judged, cell: ({ judgements }) => judgements },
          { title: texts.when, cell: ({ created_at }) => <Moment at={created_at} /> },
          {
            kind: 'action',
            cell: ({ annotator_id }) => (
              <Button
                look="quiet"
                onClick={() => void include(annotator_id).catch(announceFailure)}
              >
                {texts.include}
              </Button>
            ),
          },
        ]}
      />
    </Section>
  );
}
