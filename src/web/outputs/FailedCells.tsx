import { useInfiniteQuery } from '@tanstack/react-query';
import type { Output } from '../../contract/api.ts';
import { type Evaluation, failedCellsQuery } from '../evaluations/evaluation-queries.ts';
import { variantName } from '../evaluations/variant-name.ts';
import { strings } from '../strings.ts';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Table } from '../ui/Table.tsx';
import styles from './FailedCells.module.css';

/** Failed outputs, each with its error and what to do next. */
export function FailedCells({ evaluation }: { readonly evaluation: Evaluation }) {
  const pages = useInfiniteQuery(failedCellsQuery(evaluation.id));
  const cells = pages.data?.items ?? [];
  const texts = strings.outputs;
  return (
    <details className={styles['failures']}>
      <summary>{texts.failures}</summary>
      <FailureNotice error={pages.error} onRetry={() => void pages.refetch()} />
      <Table
        rows={cells}
        rowKey={({ scenario_id, variant_id }) => `${scenario_id} ${variant_id}`}
        columns={[
          { title: texts.columns.scenario, cell: ({ position }) => position + 1 },
          {
            kind: 'text',
            title: texts.columns.variant,
            cell: ({ variant_id }) => variantName(evaluation, variant_id),
          },
          { title: texts.columns.attempts, cell: ({ attempts }) => attempts },
          { title: texts.columns.why, cell: ({ error }) => <Reason error={error} /> },
        ]}
      />
      <ShowMore pages={pages} label={strings.evaluations.scenarios.more} />
    </details>
  );
}

interface ReasonProps {
  readonly error: Output<'listGenerationCells'>[number]['error'];
}

function Reason({ error }: ReasonProps) {
  return (
    <>
      {error?.message}
      {error?.raw != null && error.raw !== '' && (
        <details>
          <summary>{strings.outputs.raw}</summary>
          <pre dir="auto" tabIndex={0} className={styles['raw']}>
            {error.raw}
          </pre>
        </details>
      )}
    </>
  );
}
