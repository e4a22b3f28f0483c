import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { PartBoundary } from '../ui/PartBoundary.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import styles from './Briefing.module.css';
import type { Brief } from './brief.ts';
import { MarkdownText } from './lazy-markdown.ts';

/** A guess: the annotator's own pace is not known yet. */
const SECONDS_PER_TASK = 30;

interface BriefingProps {
  readonly brief: Brief;
  /** Tasks left for the annotator. */
  readonly left: number;
  readonly onStart: () => void;
}

/** The kind and number of tasks, and the guidelines. Shown before the annotator starts. */
export function Briefing({ brief, left, onStart }: BriefingProps) {
  const texts = strings.judging.briefing;
  const { guidelines, evaluation_type, criteria, organization_name } = brief;
  const isComparison = evaluation_type === 'human_a_b_testing';
  return (
    <main className={styles['briefing']}>
      <h1>{texts.title}</h1>
      <ul className={styles['facts']}>
        <li>{texts.from(organization_name)}</li>
        <li>{isComparison ? texts.compare : texts.score}</li>
        {criteria.length > 0 && <li>{texts.criteria(criteria.map(({ name }) => name))}</li>}
        <li>{texts.effort(left, Math.ceil((left * SECONDS_PER_TASK) / 60))}</li>
        <li>{texts.blind}</li>
      </ul>
      <PartBoundary waiting={<Waiting />} instead={<pre>{guidelines}</pre>}>
        <MarkdownText text={guidelines} />
      </PartBoundary>
      <div className={styles['start']}>
        <Button look="primary" autoFocus onClick={onStart}>
          {texts.start}
        </Button>
      </div>
    </main>
  );
}
