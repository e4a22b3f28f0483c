import type { Generation } from '../../contract/outputs/generation.ts';
import { strings } from '../strings.ts';
import { Table } from '../ui/Table.tsx';

/** The progress of generation by variant. */
export function GenerationTable({ variants }: Pick<Generation, 'variants'>) {
  const texts = strings.outputs;
  const { columns } = texts;
  return (
    <Table
      rows={variants}
      rowKey={({ variant_id }) => variant_id}
      columns={[
        { kind: 'text', title: columns.variant, cell: ({ variant_name }) => variant_name },
        { kind: 'text', title: columns.source, cell: sourceName },
        {
          title: columns.done,
          cell: ({ done, total, reused }) => texts.doneOf(done, total, reused),
        },
        { title: columns.failed, cell: ({ failed }) => failed },
        { title: columns.waiting, cell: ({ waiting }) => waiting },
        {
          title: columns.tokens,
          cell: (one) => texts.tokens(one.prompt_tokens, one.completion_tokens),
        },
        { title: columns.cost, cell: ({ cost }) => texts.costOf(cost) },
      ]}
    />
  );
}

function sourceName({ kind, provider_name }: Generation['variants'][number]): string {
  if (kind !== 'provider') return strings.outputs.kinds[kind];
  return provider_name ?? strings.outputs.sources.providerGone;
}
