import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import type { Generation } from '../../contract/outputs/generation.ts';
import type { Evaluation } from '../evaluations/evaluation-queries.ts';
import { variantName } from '../evaluations/variant-name.ts';
import { strings } from '../strings.ts';
import { withTopNotice } from '../top-notice.ts';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Table } from '../ui/Table.tsx';
import { variantsQuery } from '../variants/app-queries.ts';
import styles from './FailureCauses.module.css';

interface FailureCausesProps {
  readonly evaluation: Evaluation;
  readonly failures: Generation['failures'];
}

/** Failures that another revision of the variant could fix. */
const CAUSED_BY_REVISION: readonly string[] = [
  'template_invalid',
  'template_variable_missing',
  'rejected',
  'not_found',
  'answer_empty',
  'answer_too_large',
];

/** Failed outputs by cause, each with what to do next. */
export function FailureCauses({ evaluation, failures }: FailureCausesProps) {
  const { data: variants = [] } = useQuery(withTopNotice(variantsQuery(evaluation.app_id)));
  const texts = strings.outputs;
  const isOutdated = (id: string) => {
    const current = variants.find(({ variant_id }) => variant_id === id)?.revision;
    const pinned = evaluation.revisions[evaluation.variant_ids.indexOf(id)];
    return current !== undefined && String(current) !== pinned;
  };
  const canBeFixed = failures.some(
    ({ code, variant_id }) => CAUSED_BY_REVISION.includes(code) && isOutdated(variant_id),
  );
  return (
    <div className={styles['causes']}>
      <h3>{texts.causes}</h3>
      <Table
        rows={failures}
        rowKey={({ code, message, variant_id }) => `${code} ${variant_id} ${message}`}
        columns={[
          {
            kind: 'text',
            title: texts.columns.variant,
            cell: ({ variant_id }) => variantName(evaluation, variant_id),
          },
          { title: texts.columns.failed, cell: ({ count }) => texts.causeCount(count) },
          { kind: 'text', title: texts.columns.why, cell: ({ message }) => message },
        ]}
      />
      {canBeFixed && (
        <p className={styles['mend']}>
          <LinkButton
            to="/apps/$appId/evaluations/new"
            params={{ appId: evaluation.app_id }}
            search={{ from: evaluation.id }}
            icon={<RotateCw aria-hidden />}
          >
            {texts.retryCurrent}
          </LinkButton>
          {texts.retryCurrentText}
        </p>
      )}
    </div>
  );
}
