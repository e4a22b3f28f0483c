import type { Progress } from '../../contract/results/evaluation-results.ts';
import { strings } from '../strings.ts';
import { Meter } from '../ui/Meter.tsx';
import { Section } from '../ui/Page.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { AnnotatorsTable } from './AnnotatorsTable.tsx';
import type { Evaluation } from './evaluation-queries.ts';
import styles from './ProgressSection.module.css';

interface ProgressSectionProps {
  readonly evaluation: Evaluation;
  readonly progress: Progress | undefined;
}

export function ProgressSection({ evaluation, progress }: ProgressSectionProps) {
  const texts = strings.evaluations.progress;
  if (progress === undefined) return <Waiting rows={2} />;
  const { judgements_have, judgements_wanted, tasks_ready, tasks } = progress;
  return (
    <Section title={texts.title}>
      <div className={styles['line']}>
        <Meter label={texts.title} done={judgements_have} of={judgements_wanted} />
        <strong>{texts.judgements(judgements_have, judgements_wanted)}</strong>
        <span className={styles['soft']}>{texts.ready(tasks_ready, tasks)}</span>
      </div>
      {tasks_ready < tasks && <p className={styles['soft']}>{texts.outputsMissing}</p>}
      {progress.annotators !== null && progress.annotators.length > 0 && (
        <AnnotatorsTable evaluation={evaluation} annotators={progress.annotators} />
      )}
    </Section>
  );
}
