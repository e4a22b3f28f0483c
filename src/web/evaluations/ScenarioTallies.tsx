import { useInfiniteQuery } from '@tanstack/react-query';
import { strings } from '../strings.ts';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { Section } from '../ui/Page.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Table } from '../ui/Table.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { type Evaluation, scenarioTalliesQuery } from './evaluation-queries.ts';
import { isComparison } from './is-comparison.ts';
import { variantName } from './variant-name.ts';

/** Scenarios with their judgements, the preferred variant, notes and flags. */
export function ScenarioTallies({ evaluation }: { readonly evaluation: Evaluation }) {
  const pages = useInfiniteQuery(scenarioTalliesQuery(evaluation.id));
  const texts = strings.issues.scenarios;
  const rows = pages.data?.items ?? [];
  return (
    <Section title={texts.title}>
      <FailureNotice error={pages.error} onRetry={() => void pages.refetch()} />
      {pages.isPending && <Waiting />}
      {rows.length > 0 && (
        <Table
          rows={rows}
          rowKey={({ scenario_id }) => scenario_id}
          columns={[
            { title: texts.number, cell: ({ position }) => position + 1 },
            { kind: 'text', title: strings.judging.inputs, cell: ({ summary }) => summary },
            ...(isComparison(evaluation.evaluation_type)
              ? [
                  {
                    kind: 'text' as const,
                    title: texts.winner,
                    cell: ({ winner_variant_id: winner }: (typeof rows)[number]) =>
                      winner !== null && variantName(evaluation, winner),
                  },
                ]
              : []),
            {
              title: texts.judgements,
              cell: ({ votes, ties, both_bad }) =>
                texts.tally(
                  votes.map(({ variant_id, count }) => [
                    variantName(evaluation, variant_id),
                    count,
                  ]),
                  { ties, bothBad: both_bad },
                ),
            },
            { title: texts.notes, cell: ({ notes }) => notes },
            { title: texts.flags, cell: ({ flags }) => flags },
          ]}
        />
      )}
      <ShowMore pages={pages} label={strings.evaluations.scenarios.more} />
    </Section>
  );
}
