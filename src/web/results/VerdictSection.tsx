import type { Verdict } from '../../contract/results.ts';
import { strings } from '../strings.ts';
import type { Names } from './names.ts';
import styles from './VerdictSection.module.css';
import { verdictSentence } from './verdict-sentence.ts';

interface VerdictSectionProps {
  readonly verdict: Verdict;
  readonly names: Names;
}

export function VerdictSection({ verdict, names }: VerdictSectionProps) {
  return (
    <section className={styles['verdict']} data-settled={verdict.settled}>
      <p className={styles['sentence']}>{verdictSentence(verdict, names)}</p>
      {verdict.warnings.length > 0 && (
        <p className={styles['caution']}>
          {strings.results.caution}: {verdict.warnings.map(strings.results.word).join(', ')}.
        </p>
      )}
    </section>
  );
}
