import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '../../contract/api.ts';
import type { JsonObject } from '../../contract/fields.ts';
import type { Source } from '../../contract/outputs/generation.ts';
import { client } from '../api.ts';
import type { Subject } from '../evaluations/use-subject.ts';
import { shortened } from '../shortened.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { SelectField } from '../ui/Field.tsx';
import styles from './TryRow.module.css';

interface TryRowProps {
  readonly appId: string;
  /** The sources of the variants whose outputs are generated. */
  readonly sources: readonly Source[];
  readonly subject: Subject;
}

/** Offers the first rows only, which are enough to see whether the sources work. */
const MOST_ROWS = 100;

/** Gets one output of each variant before anything is created and shows it or the error. */
export function TryRow({ appId, sources, subject }: TryRowProps) {
  const texts = strings.outputs.trial;
  const { table, inputs = [] } = subject;
  const [rowIndex, setRowIndex] = useState(0);
  const trial = useMutation({
    mutationFn: () =>
      client.tryVariants({
        parameters: { app_id: appId },
        body: { sources: [...sources], row: inputsOf(table?.rows[rowIndex] ?? {}, inputs) },
      }),
  });
  if (table === undefined || table.rows.length === 0) return null;
  const options = table.rows.slice(0, MOST_ROWS).map((row, index) => ({
    value: index,
    label: texts.rowOption(index + 1, beginningOf(row[inputs[0] ?? ''] ?? '')),
  }));
  const nameOf = (id: string) =>
    subject.variants.find(({ variant_id }) => variant_id === id)?.variant_name ?? '';
  return (
    <fieldset className={styles['trial']}>
      <legend>{texts.title}</legend>
      <div className={styles['ask']}>
        <SelectField
          label={texts.row}
          value={rowIndex}
          onChange={({ target }) => {
            setRowIndex(Number(target.value));
            // Outputs shown belong to the row that was chosen before.
            trial.reset();
          }}
        >
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <Button isBusy={trial.isPending} onClick={() => trial.mutate()}>
          {texts.ask}
        </Button>
      </div>
      <FailureNotice error={trial.error} />
      <div role="status" className={styles['answers']}>
        {trial.data?.map(({ variant_id, result }) => (
          <TrialResult key={variant_id} result={result} name={nameOf(variant_id)} />
        ))}
      </div>
    </fieldset>
  );
}

interface TrialResultProps {
  readonly result: Output<'tryVariants'>[number]['result'];
  readonly name: string;
}

function TrialResult({ result, name }: TrialResultProps) {
  const { output, error, latency_ms } = result;
  const texts = strings.outputs.trial;
  if (error !== null) {
    return (
      <p className={styles['failed']}>
        <strong>{texts.failed(name)}</strong> {error.message}
      </p>
    );
  }
  return (
    <div>
      <p>{texts.answered(name, latency_ms)}</p>
      <blockquote dir="auto" className={styles['output']}>
        {output}
      </blockquote>
    </div>
  );
}

function inputsOf(row: JsonObject, inputs: readonly string[]): JsonObject {
  const present = inputs.filter((name) => Object.hasOwn(row, name));
  return Object.fromEntries(present.map((name) => [name, row[name] ?? null]));
}

const SHOWN_LENGTH = 60;

function beginningOf(value: unknown): string {
  return shortened(typeof value === 'string' ? value : JSON.stringify(value), SHOWN_LENGTH);
}
