import { ArrowDown, ArrowUp } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import type { HumanEvaluationScenario } from '../../contract/evaluations/scenarios.ts';
import { wholeNumber } from '../localized.ts';
import { shortened } from '../shortened.ts';
import { strings } from '../strings.ts';
import { TableFrame } from '../ui/Table.tsx';
import type { ScenarioOrder } from './report-view.ts';
import styles from './ScenarioTable.module.css';

interface ScenarioTableProps {
  /** In the order of the table. */
  readonly scenarios: readonly HumanEvaluationScenario[];
  /** Undefined in saved reports, where readers cannot change the order. */
  readonly sorting?: Sorting;
  /** Rendered before the scenario's number. */
  readonly marker?: (scenario: HumanEvaluationScenario) => ReactNode;
  /** Rendered below the scenario's row, if not null. */
  readonly details: (scenario: HumanEvaluationScenario) => ReactNode;
}

interface Sorting {
  readonly order: ScenarioOrder;
  readonly onOrder: (order: ScenarioOrder) => void;
  /** Whether the rows are still those of the previous order or slice. */
  readonly isBusy: boolean;
}

const COLUMNS = 3;

/** One row per scenario. */
export function ScenarioTable({ scenarios, sorting, marker, details }: ScenarioTableProps) {
  const texts = strings.results;
  return (
    <TableFrame aria-busy={sorting?.isBusy ?? false}>
      <thead>
        <tr>
          <SortedHead label={texts.caseNumber} by="position" sorting={sorting} />
          <th scope="col">{strings.judging.inputs}</th>
          <SortedHead label={texts.disagreement} by="disagreement" sorting={sorting} />
        </tr>
      </thead>
      <tbody>
        {scenarios.map((scenario) => {
          const { disagreement = null } = scenario;
          const more = details(scenario);
          return (
            <Fragment key={scenario.id}>
              <tr>
                <td>
                  {marker?.(scenario)}
                  {wholeNumber(scenario.position + 1)}
                </td>
                <td dir="auto">{summaryOf(scenario)}</td>
                <td>
                  {disagreement === null ? texts.noDisagreement : texts.percent(disagreement)}
                </td>
              </tr>
              {more !== null && (
                <tr>
                  <td colSpan={COLUMNS}>{more}</td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </TableFrame>
  );
}

interface SortedHeadProps {
  readonly label: string;
  readonly by: ScenarioOrder;
  readonly sorting: Sorting | undefined;
}

/** Each order makes sense in one direction only. */
const DIRECTIONS = {
  position: { sort: 'ascending', arrow: <ArrowUp aria-hidden /> },
  disagreement: { sort: 'descending', arrow: <ArrowDown aria-hidden /> },
} as const;

function SortedHead({ label, by, sorting }: SortedHeadProps) {
  if (sorting === undefined) return <th scope="col">{label}</th>;
  const isSorted = sorting.order === by;
  const { sort, arrow } = DIRECTIONS[by];
  return (
    <th scope="col" aria-sort={isSorted ? sort : 'none'}>
      <button type="button" className={styles['sort']} onClick={() => sorting.onOrder(by)}>
        {label} {isSorted && arrow}
      </button>
    </th>
  );
}

const SHOWN_LENGTH = 160;

function summaryOf({ inputs }: HumanEvaluationScenario): string {
  return shortened(inputs.map(({ input_value }) => input_value).join(' · '), SHOWN_LENGTH);
}
