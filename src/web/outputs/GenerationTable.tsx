import type { Generation } from '../../contract/outputs/generation.ts';
import { strings } from '../strings.ts';
import table from '../ui/Table.module.css';

/** The making of outputs, variant by variant. */
export function GenerationTable({ variants }: Pick<Generation, 'variants'>) {
  const texts = strings.outputs;
  const { columns } = texts;
  return (
    <div className={table['frame']}>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">{columns.variant}</th>
            <th scope="col">{columns.source}</th>
            <th scope="col">{columns.done}</th>
            <th scope="col">{columns.failed}</th>
            <th scope="col">{columns.waiting}</th>
            <th scope="col">{columns.tokens}</th>
            <th scope="col">{columns.cost}</th>
          </tr>
        </thead>
        <tbody>
          {variants.map((one) => (
            <tr key={one.variant_id}>
              <td dir="auto">{one.variant_name}</td>
              <td dir="auto">{sourceName(one)}</td>
              <td>{texts.doneOf(one.done, one.total, one.reused)}</td>
              <td>{one.failed}</td>
              <td>{one.waiting}</td>
              <td>{texts.tokens(one.prompt_tokens, one.completion_tokens)}</td>
              <td>{texts.costOf(one.cost)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function sourceName({ kind, provider_name }: Generation['variants'][number]): string {
  if (kind !== 'provider') return strings.outputs.kinds[kind];
  return provider_name ?? strings.outputs.sources.providerGone;
}
