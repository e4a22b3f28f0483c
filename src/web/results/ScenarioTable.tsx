import { ArrowDown } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import type { HumanEvaluationScenario } from '../../contract/scenarios.ts';
import { strings } from '../strings.ts';
import table from '../ui/Table.module.css';
import { useReportMedium } from './report-medium.ts';
import styles from './ScenarioTable.module.css';

interface ScenarioTableProps {
  readonly scenarios: readonly HumanEvaluationScenario[];
  readonly disagreementOf: (scenario: HumanEvaluationScenario) => number | undefined;
  /** What stands before its number. */
  readonly marker?: (scenario: HumanEvaluationScenario) => ReactNode;
  /** What stands under its line, if anything. */
  readonly details: (scenario: HumanEvaluationScenario) => ReactNode;
}

type Order = 'position' | 'disagreement';

/** A line for every case, the most disputed first unless the reader wants them in their own order. */
export function ScenarioTable(props: ScenarioTableProps) {
  const { scenarios, disagreementOf, marker, details } = props;
  const [order, setOrder] = useState<Order>('disagreement');
  const texts = strings.results;
  const heads = [
    { label: texts.caseNumber, order: 'position' },
    { label: strings.judging.inputs },
    { label: texts.disagreement, order: 'disagreement' },
  ] as const;
  const sorted = scenarios.toSorted((one, other) =>
    order === 'position'
      ? one.position - other.position
      : (disagreementOf(other) ?? 0) - (disagreementOf(one) ?? 0),
  );
  return (
    <div className={table['frame']}>
      <table className={table['table']}>
        <thead>
          <tr>
            {heads.map((head) => (
              <Head
                key={head.label}
                label={head.label}
                {...('order' in head && {
                  isSorted: head.order === order,
                  onSort: () => setOrder(head.order),
                })}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((scenario) => {
            const disagreement = disagreementOf(scenario);
            const more = details(scenario);
            return (
              <Fragment key={scenario.id}>
                <tr>
                  <td>
                    {marker?.(scenario)}
                    {scenario.position + 1}
                  </td>
                  <td dir="auto">{summaryOf(scenario)}</td>
                  <td>{disagreement === undefined ? '' : texts.percent(disagreement)}</td>
                </tr>
                {more !== null && (
                  <tr>
                    <td colSpan={heads.length}>{more}</td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface HeadProps {
  readonly label: string;
  readonly isSorted?: boolean;
  readonly onSort?: () => void;
}

function Head({ label, isSorted = false, onSort }: HeadProps) {
  const isOnPage = useReportMedium().kind === 'page';
  if (onSort === undefined || !isOnPage) return <th scope="col">{label}</th>;
  return (
    <th scope="col" aria-sort={isSorted ? 'other' : 'none'}>
      <button type="button" className={styles['sort']} onClick={onSort}>
        {label} {isSorted && <ArrowDown aria-hidden />}
      </button>
    </th>
  );
}

const SHOWN_LENGTH = 160;

function summaryOf({ inputs }: HumanEvaluationScenario): string {
  const text = inputs.map(({ input_value }) => input_value).join(' · ');
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}
