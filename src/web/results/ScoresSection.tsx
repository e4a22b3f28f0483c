import type { FullCriterion } from '../../contract/evaluations/evaluation-settings.ts';
import type { CriterionScores, ResultStatistics } from '../../contract/results/results.ts';
import { strings } from '../strings.ts';
import { Figure } from './Figure.tsx';
import type { Names } from './names.ts';
import { PairDifferences } from './PairDifferences.tsx';
import { figuresOf } from './plots/IntervalPlot.tsx';
import styles from './plots/Plot.module.css';
import { rampPaint } from './plots/plot-colours.ts';
import { Legend, StackedBar } from './plots/StackedBar.tsx';
import { moveBetweenTips } from './plots/Tip.tsx';
import { VariantMark } from './plots/VariantMark.tsx';
import report from './Report.module.css';
import { scoreSteps } from './score-steps.ts';
import { isAnswered, scoreUnit } from './score-unit.ts';
import { variantOrder } from './variant-order.ts';

interface ScoresSectionProps {
  readonly statistics: ResultStatistics;
  readonly criteria: readonly FullCriterion[];
  readonly names: Names;
}

/** For each criterion, the scores given and the differences between variants. */
export function ScoresSection({ statistics, criteria, names }: ScoresSectionProps) {
  const order = variantOrder(statistics);
  return statistics.scores.filter(isAnswered).map((scores) => (
    <div key={scores.criterion} className={report['group']}>
      <Distribution scores={scores} criteria={criteria} order={order} names={names} />
      <PairDifferences
        title={strings.results.scoreDifferences(scores.criterion)}
        differences={scores.differences}
        order={order}
        names={names}
        unit={scores.scale === 'binary' ? 'points' : 'score'}
        note={scores.warnings.includes('missing_excluded') ? strings.results.bothAnswered : ''}
      />
    </div>
  ));
}

interface DistributionProps extends Omit<ScoresSectionProps, 'statistics'> {
  readonly scores: CriterionScores;
  readonly order: readonly string[];
}

/** One bar per variant on a common colour ramp, with its mean and interval. */
function Distribution({ scores, criteria, order, names }: DistributionProps) {
  const texts = strings.results;
  const steps = scoreSteps(scores, criteria).map((step, index, { length }) => ({
    ...step,
    paint: rampPaint(index, length),
  }));
  const rows = scores.variants
    .map(({ variant, mean, distribution }) => ({
      variant,
      mean,
      parts: steps.map(({ label, paint, contains }) => ({
        label,
        paint,
        count: distribution.reduce((sum, one) => sum + (contains(one.value) ? one.count : 0), 0),
      })),
    }))
    .toSorted((one, other) => order.indexOf(one.variant) - order.indexOf(other.variant));
  return (
    <Figure
      title={texts.scores(scores.criterion)}
      numbers={{
        columns: [texts.variant, texts.score, texts.scoresGiven],
        rows: rows.flatMap(({ variant, parts }) =>
          parts.map(({ label, count }) => [names.variant(variant), label, count]),
        ),
      }}
    >
      <Legend parts={steps} />
      <div className={styles['frame']}>
        <ul
          className={styles['rows']}
          aria-label={texts.scores(scores.criterion)}
          onKeyDown={moveBetweenTips}
        >
          {rows.map(({ variant, mean, parts }, index) => (
            <li key={variant} className={styles['row']}>
              <span className={styles['name']}>
                <VariantMark place={names.place(variant)} />
                <span>{names.variant(variant)}</span>
              </span>
              <span className={styles['bars']}>
                <StackedBar parts={parts} isFirst={index === 0} />
              </span>
              <span className={styles['figures']}>
                {mean.estimate !== null && texts.mean(figuresOf(mean, scoreUnit(scores)))}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Figure>
  );
}
