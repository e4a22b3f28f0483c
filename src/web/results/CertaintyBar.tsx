import type { ResultStatistics } from '../../contract/results/results.ts';
import { unitOf, verdictLead } from '../../domain/results/sentences/verdict-lead.ts';
import { strings } from '../strings.ts';
import styles from './CertaintyBar.module.css';
import type { Names } from './names.ts';
import { markStyle, VariantMark } from './plots/VariantMark.tsx';

interface CertaintyBarProps {
  readonly statistics: ResultStatistics;
  readonly names: Names;
}

/** The certainty of the headline: its interval on a scale with the mark of no difference. */
export function CertaintyBar({ statistics, names }: CertaintyBarProps) {
  const { variant, against, effect, interval, reference, zone } = statistics.verdict;
  const lead = verdictLead(statistics, names);
  if (lead === null || variant === null || against === null || effect === null) return null;
  const texts = strings.results;
  const unit = unitOf(statistics);
  const reach = reachOf(statistics);
  const at = (value: number) => 50 + (50 * (value - reference)) / reach;
  const span = (low: number, high: number) => ({
    left: `${at(low)}%`,
    width: `${at(high) - at(low)}%`,
  });
  const figures = [lead.value(effect), lead.interval(interval)].filter((part) => part !== null);
  return (
    <div className={styles['bar']}>
      <div className={styles['sides']}>
        {[against, variant].map((id) => (
          <span key={id}>
            <VariantMark place={names.place(id)} />
            {texts.better(names.variant(id))}
          </span>
        ))}
      </div>
      <div
        className={styles['track']}
        role="img"
        aria-label={texts.certainty(lead.ahead, figures.join('; '), unit.value(reference))}
        style={markStyle(names.place(lead.aheadId))}
      >
        {zone !== null && <span className={styles['zone']} style={span(zone.low, zone.high)} />}
        <span className={styles['middle']} />
        {interval !== null && (
          <span className={styles['interval']} style={span(interval.low, interval.high)} />
        )}
        <span className={styles['estimate']} style={{ left: `${at(effect)}%` }} />
      </div>
      <div className={styles['scale']} aria-hidden>
        <span>{unit.tick(reference - reach)}</span>
        <span>{texts.noDifferenceAt(unit.value(reference))}</span>
        <span>{unit.tick(reference + reach)}</span>
      </div>
    </div>
  );
}

/** Half the scale's width: 0.5 for win rates, otherwise just beyond the farthest value. */
function reachOf(statistics: ResultStatistics): number {
  const { estimand, effect, interval, reference, zone } = statistics.verdict;
  if (estimand === 'score_win_rate') return 0.5;
  const ends = [effect, interval?.low, interval?.high, zone?.low, zone?.high];
  const gaps = ends.map((end) => (end == null ? 0 : Math.abs(end - reference)));
  const reach = 1.15 * Math.max(1e-6, ...gaps);
  return unitOf(statistics) === strings.results.units.points ? Math.min(1, reach) : reach;
}
