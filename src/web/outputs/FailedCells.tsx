import { useInfiniteQuery } from '@tanstack/react-query';
import { type Evaluation, failedCellsQuery } from '../evaluations/evaluation-queries.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import table from '../ui/Table.module.css';
import styles from './FailedCells.module.css';

/** Which outputs could not be made, why, and what to do about it. */
export function FailedCells({ evaluation }: { readonly evaluation: Evaluation }) {
  const pages = useInfiniteQuery(failedCellsQuery(evaluation.id));
  const cells = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  const texts = strings.outputs;
  const nameOf = (id: string) => evaluation.variant_names[evaluation.variant_ids.indexOf(id)];
  return (
    <details className={styles['failures']}>
      <summary>{texts.failures}</summary>
      <FailureNotice error={pages.error} onRetry={() => void pages.refetch()} />
      <div className={table['frame']}>
        <table className={table['table']}>
          <thead>
            <tr>
              <th scope="col">{texts.columns.scenario}</th>
              <th scope="col">{texts.columns.variant}</th>
              <th scope="col">{texts.columns.attempts}</th>
              <th scope="col">{texts.columns.why}</th>
            </tr>
          </thead>
          <tbody>
            {cells.map(({ scenario_id, variant_id, position, attempts, error }) => (
              <tr key={`${scenario_id} ${variant_id}`}>
                <td>{position + 1}</td>
                <td dir="auto">{nameOf(variant_id)}</td>
                <td>{attempts}</td>
                <td>
                  {error?.message}
                  {error?.raw != null && error.raw !== '' && (
                    <details>
                      <summary>{texts.raw}</summary>
                      <pre dir="auto" tabIndex={0} className={styles['raw']}>
                        {error.raw}
                      </pre>
                    </details>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {pages.hasNextPage && (
        <Button isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {strings.evaluations.scenarios.more}
        </Button>
      )}
    </details>
  );
}
