import type { Progress } from '../../contract/results/evaluation-results.ts';
import type { ResultStatistics } from '../../contract/results/results.ts';
import { missingOutputs, namesSeen } from '../../domain/results/sentences/cautions.ts';
import { resultSentences } from '../../domain/results/sentences/result-sentences.ts';
import type { Evaluation } from '../evaluations/evaluation-queries.ts';
import { strings } from '../strings.ts';
import { CertaintyBar } from './CertaintyBar.tsx';
import { CriteriaTable } from './CriteriaTable.tsx';
import type { Names } from './names.ts';
import { useReportMedium } from './report-medium.ts';
import { VerdictActions } from './VerdictActions.tsx';
import styles from './VerdictSection.module.css';

interface VerdictSectionProps {
  readonly evaluation: Evaluation;
  readonly statistics: ResultStatistics;
  readonly names: Names;
  readonly progress: Progress;
}

/** The headline, its certainty, the next steps, cautions, evidence and scope. */
export function VerdictSection(props: VerdictSectionProps) {
  const { evaluation, statistics, names, progress } = props;
  const isOnPage = useReportMedium().kind === 'page';
  const { headline, evidence, scope, next, cautions } = resultSentences(statistics, names);
  const allCautions = [...cautions, missingOutputs(progress), namesSeen(progress)].filter(
    (line) => line !== null,
  );
  return (
    <section
      aria-label={strings.results.verdict}
      className={styles['verdict']}
      data-settled={statistics.verdict.settled}
    >
      <p className={styles['sentence']}>{headline}</p>
      <CriteriaTable statistics={statistics} names={names} />
      <CertaintyBar statistics={statistics} names={names} />
      {next !== null && <p className={styles['next']}>{next}</p>}
      {isOnPage && (
        <VerdictActions evaluation={evaluation} statistics={statistics} progress={progress} />
      )}
      {allCautions.length > 0 && (
        <div className={styles['cautions']}>
          <h2>{strings.results.caution}</h2>
          <ul>
            {allCautions.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
      {evidence.length > 0 && <p className={styles['note']}>{evidence.join(' ')}</p>}
      {scope.map((line) => (
        <p key={line} className={styles['note']}>
          {line}
        </p>
      ))}
    </section>
  );
}
