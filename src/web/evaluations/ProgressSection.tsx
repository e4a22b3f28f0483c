import type { Progress } from '../../contract/results/evaluation-results.ts';
import { strings } from '../strings.ts';
import { Moment } from '../ui/Moment.tsx';
import { Section } from '../ui/Page.tsx';
import table from '../ui/Table.module.css';
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
    <div className={table['frame']}>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">{texts.annotator}</th>
            <th scope="col">{texts.judged}</th>
            <th scope="col">{texts.skipped}</th>
            <th scope="col">{texts.flagged}</th>
            <th scope="col">{texts.pace}</th>
            <th scope="col">{texts.active}</th>
          </tr>
        </thead>
        <tbody>
          {annotators.map(({ id, name, kind, judged, skipped, flagged, ...rest }) => (
            <tr key={id}>
              <td>
                {name} {kind === 'guest' && <span className={styles['soft']}>{texts.guest}</span>}
              </td>
              <td>{judged}</td>
              <td>{skipped}</td>
              <td>{flagged}</td>
              <td>
                {judged > 0 && rest.time_taken_ms > 0
                  ? texts.seconds(rest.time_taken_ms / judged / 1000)
                  : ''}
              </td>
              <td>
                <Moment at={rest.last_active_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
