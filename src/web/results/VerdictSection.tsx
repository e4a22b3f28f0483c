import type { Progress } from '../../contract/results/evaluation-results.ts';
import type { ResultStatistics } from '../../contract/results/results.ts';
import { namesSeen } from '../../domain/results/sentences/cautions.ts';
import { resultSentences } from '../../domain/results/sentences/result-sentences.ts';
import { strings } from '../strings.ts';
import { isolatedNames } from './isolated-names.ts';
import type { Names } from './names.ts';
import styles from './VerdictSection.module.css';

interface VerdictSectionProps {
  readonly statistics: ResultStatistics;
  readonly names: Names;
  readonly progress: Progress;
}

/** The answer, what to do next, its figures and its scope, and what to beware of. */
export function VerdictSection({ statistics, names, progress }: VerdictSectionProps) {
  const { headline, evidence, scope, next, cautions } = resultSentences(
    statistics,
    isolatedNames(names),
  );
  const seen = namesSeen(progress);
  const careful = seen === null ? cautions : [...cautions, seen];
  return (
    <section
      aria-label={strings.results.verdict}
      className={styles['verdict']}
      data-settled={statistics.verdict.settled}
    >
      <p className={styles['sentence']}>{headline}</p>
      {next !== null && <p className={styles['next']}>{next}</p>}
      {evidence.length > 0 && <p className={styles['note']}>{evidence.join(' ')}</p>}
      {scope.map((line) => (
        <p key={line} className={styles['note']}>
          {line}
        </p>
      ))}
      {careful.length > 0 && (
        <div className={styles['cautions']}>
          <h2>{strings.results.caution}</h2>
          <ul>
            {careful.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
