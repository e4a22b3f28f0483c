import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { HumanEvaluationScenario } from '../../contract/evaluations/scenarios.ts';
import { strings } from '../strings.ts';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { Section } from '../ui/Page.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Table } from '../ui/Table.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { type Evaluation, scenariosQuery } from './evaluation-queries.ts';
import styles from './ScenariosTable.module.css';

/** The scenarios with the outputs of each variant. */
export function ScenariosTable({ evaluation }: { readonly evaluation: Evaluation }) {
  const pages = useInfiniteQuery(scenariosQuery(evaluation.id));
  const scenarios = pages.data?.items ?? [];
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
                ),
            },
            ...evaluation.variant_ids.map((id, index) => ({
              kind: 'long' as const,
              title: evaluation.variant_names[index] ?? '',
              cell: ({ outputs }: HumanEvaluationScenario) =>
                shortened(outputs.find(({ variant_id }) => variant_id === id)?.variant_output),
            })),
            {
              kind: 'long',
              title: strings.judging.expected,
              cell: ({ correct_answer }) => shortened(correct_answer),
            },
          ]}
        />
      )}
      <ShowMore pages={pages} label={texts.more} />
    </Section>
  );
}

const SHOWN_LENGTH = 280;

function shortened(text: string | undefined): ReactNode {
  if (text === undefined) {
    return <span className={styles['missing']}>{strings.evaluations.scenarios.missing}</span>;
  }
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}
