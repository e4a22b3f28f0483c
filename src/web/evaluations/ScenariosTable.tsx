import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { HumanEvaluationScenario } from '../../contract/evaluations/scenarios.ts';
import { shortened } from '../shortened.ts';
import { strings } from '../strings.ts';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { Section } from '../ui/Page.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Table } from '../ui/Table.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { type Evaluation, scenariosQuery } from './evaluation-queries.ts';
import styles from './ScenariosTable.module.css';
import { useCellErrors } from './use-cell-errors.ts';
import { variantName } from './variant-name.ts';

interface ScenariosTableProps {
  readonly evaluation: Evaluation;
  /** Whether any output failed, as far as the user may see. */
  readonly hasFailures: boolean;
}

/** The scenarios with each variant's output, or the reason it is missing. */
export function ScenariosTable({ evaluation, hasFailures }: ScenariosTableProps) {
  const pages = useInfiniteQuery(scenariosQuery(evaluation.id));
  const scenarios = pages.data?.items ?? [];
  const errorOf = useCellErrors(evaluation.id, hasFailures);
  const texts = strings.evaluations.scenarios;
  return (
    <Section title={texts.title}>
      <FailureNotice error={pages.error} onRetry={() => void pages.refetch()} />
      {pages.isPending && <Waiting />}
      {scenarios.length > 0 && (
        <Table
          rows={scenarios}
          rowKey={({ id }) => id}
          columns={[
            { title: texts.number, cell: ({ position }) => position + 1 },
            {
              kind: 'long',
              title: strings.judging.inputs,
              cell: ({ inputs }) =>
                shortened(
                  inputs
                    .map(({ input_name, input_value }) => `${input_name}: ${input_value}`)
                    .join('\n'),
                  SHOWN_LENGTH,
                ),
            },
            ...evaluation.variant_ids.map((id) => ({
              kind: 'long' as const,
              title: variantName(evaluation, id),
              cell: (scenario: HumanEvaluationScenario) =>
                outputOf(scenario, id) ?? <Missing error={errorOf(scenario.id, id)} />,
            })),
            {
              kind: 'long',
              title: strings.judging.expected,
              cell: ({ correct_answer }) => shortened(correct_answer, SHOWN_LENGTH),
            },
          ]}
        />
      )}
      <ShowMore pages={pages} label={texts.more} />
    </Section>
  );
}

const SHOWN_LENGTH = 280;

function outputOf({ outputs }: HumanEvaluationScenario, variantId: string): ReactNode {
  const output = outputs.find(({ variant_id }) => variant_id === variantId);
  return output === undefined ? undefined : shortened(output.variant_output, SHOWN_LENGTH);
}

function Missing({ error }: { readonly error: string | undefined }) {
  if (error !== undefined) return <span className={styles['failed']}>{error}</span>;
  return <span className={styles['missing']}>{strings.evaluations.scenarios.missing}</span>;
}
