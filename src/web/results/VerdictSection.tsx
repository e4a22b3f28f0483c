import type { Progress } from '../../contract/results/evaluation-results.ts';
import type { Verdict } from '../../contract/results/results.ts';
import { strings } from '../strings.ts';
import type { Names } from './names.ts';
import styles from './VerdictSection.module.css';
import { verdictSentence } from './verdict-sentence.ts';

interface VerdictSectionProps {
  readonly verdict: Verdict;
  readonly names: Names;
  readonly progress: Progress;
}

export function VerdictSection({ verdict, names, progress }: VerdictSectionProps) {
  const { judgements, judgements_with_names } = progress;
  return (
    <section className={styles['verdict']} data-settled={verdict.settled}>
      <p className={styles['sentence']}>{verdictSentence(verdict, names)}</p>
      {verdict.warnings.length > 0 && (
        <p className={styles['caution']}>
          {strings.results.caution}: {verdict.warnings.map(strings.results.word).join(', ')}.
        </p>
      )}
      {judgements_with_names > 0 && (
        <p className={styles['caution']}>
          {strings.results.withNames(judgements_with_names, judgements)}
        </p>
      )}
    </section>
  );
}
