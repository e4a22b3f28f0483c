import { useInfiniteQuery } from '@tanstack/react-query';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { Section } from '../ui/Page.tsx';
import table from '../ui/Table.module.css';
import { Waiting } from '../ui/Waiting.tsx';
import { type Evaluation, scenariosQuery } from './evaluation-queries.ts';
import styles from './ScenariosTable.module.css';

/** The cases with what each variant made of them. */
export function ScenariosTable({ evaluation }: { readonly evaluation: Evaluation }) {
  const pages = useInfiniteQuery(scenariosQuery(evaluation.id));
  const scenarios = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  const texts = strings.evaluations.scenarios;
  // Whoever judges blind is shown outputs without names, in an order that tells nothing.
  const columns = evaluation.variant_ids.map((id, index) => ({
    id,
    name: evaluation.variant_names[index] ?? '',
  }));
  return (
    <Section title={texts.title}>
      <FailureNotice error={pages.error} onRetry={() => void pages.refetch()} />
      {pages.isPending && <Waiting />}
      {scenarios.length > 0 && (
        <div className={table['frame']}>
          <table className={table['table']}>
            <thead>
              <tr>
                <th scope="col">{texts.number}</th>
                <th scope="col">{strings.judging.inputs}</th>
                {columns.map(({ id, name }) => (
                  <th key={id} scope="col">
                    {name}
                  </th>
                ))}
                <th scope="col">{strings.judging.expected}</th>
              </tr>
            </thead>
            <tbody>
              {scenarios.map(({ id, position, inputs, outputs, correct_answer }) => (
                <tr key={id}>
                  <td className={styles['number']}>{position + 1}</td>
                  <Cell
                    text={inputs
                      .map(({ input_name, input_value }) => `${input_name}: ${input_value}`)
                      .join('\n')}
                  />
                  {columns.map((column) => {
                    const output = outputs.find(({ variant_id }) => variant_id === column.id);
                    return <Cell key={column.id} text={output?.variant_output} />;
                  })}
                  <Cell text={correct_answer} />
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {pages.hasNextPage && (
        <div>
          <Button isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {texts.more}
          </Button>
        </div>
      )}
    </Section>
  );
}

const SHOWN_LENGTH = 280;

function Cell({ text }: { readonly text: string | undefined }) {
  if (text === undefined) {
    return <td className={styles['missing']}>{strings.evaluations.scenarios.missing}</td>;
  }
  const shown = text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
  return (
    <td dir="auto" className={styles['text']}>
      {shown}
    </td>
  );
}
