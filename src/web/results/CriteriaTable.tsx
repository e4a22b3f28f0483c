import type { ResultStatistics } from '../../contract/results/results.ts';
import { criterionSummary } from '../../domain/results/sentences/criterion-summary.ts';
import { strings } from '../strings.ts';
import styles from './CriteriaTable.module.css';
import type { Names } from './names.ts';
import { figuresOf } from './plots/IntervalPlot.tsx';
import { VariantMark } from './plots/VariantMark.tsx';
import { isAnswered, scoreUnit } from './score-unit.ts';
import { variantOrder } from './variant-order.ts';

interface CriteriaTableProps {
  readonly statistics: ResultStatistics;
  readonly names: Names;
}

/** More variants get a smaller font. */
const MOST_WIDE = 5;

/** Several criteria at a glance: the means of all variants, and what is settled. */
export function CriteriaTable({ statistics, names }: CriteriaTableProps) {
  const texts = strings.results;
  const criteria = statistics.scores.filter(isAnswered).filter(({ scale }) => scale !== 'choice');
  if (criteria.length < 2) return null;
  const order = variantOrder(statistics);
  return (
    <table className={styles['table']} data-many={order.length > MOST_WIDE || undefined}>
      <caption className="visually-hidden">{texts.criteria}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.criterion}</th>
          {order.map((id) => (
            <th key={id} scope="col">
              <Variant id={id} names={names} />
            </th>
          ))}
          <th scope="col">{texts.settledSoFar}</th>
        </tr>
      </thead>
      <tbody>
        {criteria.map((scores) => (
          <tr key={scores.criterion}>
            <th scope="row">{scores.criterion}</th>
            {order.map((id) => {
              const mean = scores.variants.find(({ variant }) => variant === id)?.mean;
              return (
                <td key={id}>
                  <Variant id={id} names={names} />
                  {mean === undefined || mean.estimate === null
                    ? texts.noDisagreement
                    : figuresOf(mean, scoreUnit(scores))}
                </td>
              );
            })}
            <td>{criterionSummary(scores, names)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Variant({ id, names }: { readonly id: string; readonly names: Names }) {
  return (
    <span className={styles['variant']}>
      <VariantMark place={names.place(id)} />
      {names.variant(id)}
    </span>
  );
}
