import type { Progress } from '../../contract/results/evaluation-results.ts';
import { strings } from '../strings.ts';
import { Moment } from '../ui/Moment.tsx';
import { Section } from '../ui/Page.tsx';
import { Table } from '../ui/Table.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import styles from './ProgressSection.module.css';

interface ProgressSectionProps {
  readonly progress: Progress | undefined;
}

export function ProgressSection({ progress }: ProgressSectionProps) {
  const texts = strings.evaluations.progress;
  if (progress === undefined) return <Waiting rows={2} />;
  const { judgements_have, judgements_wanted, tasks_ready, tasks } = progress;
  return (
    <Section title={texts.title}>
      <div className={styles['line']}>
        <progress
          className={styles['meter']}
          max={Math.max(1, judgements_wanted)}
          value={judgements_have}
          aria-label={texts.title}
        />
        <strong>{texts.judgements(judgements_have, judgements_wanted)}</strong>
        <span className={styles['soft']}>{texts.ready(tasks_ready, tasks)}</span>
      </div>
      {tasks_ready < tasks && <p className={styles['soft']}>{texts.outputsMissing}</p>}
      {progress.annotators !== null && progress.annotators.length > 0 && (
        <Annotators annotators={progress.annotators} />
      )}
    </Section>
  );
}

function Annotators({ annotators }: { readonly annotators: NonNullable<Progress['annotators']> }) {
  const texts = strings.evaluations.progress;
  return (
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
      ]}
    />
  );
}
