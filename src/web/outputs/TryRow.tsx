import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '../../contract/api.ts';
import type { JsonObject } from '../../contract/fields.ts';
import type { Source } from '../../contract/outputs/generation.ts';
import { client } from '../api.ts';
import type { Subject } from '../evaluations/use-subject.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { SelectField } from '../ui/Field.tsx';
import styles from './TryRow.module.css';

interface TryRowProps {
  readonly appId: string;
  /** Of variants whose outputs are made. */
  readonly sources: readonly Source[];
  readonly subject: Subject;
}

/** Rows to choose from: the first ones are enough to see whether sources work. */
const MOST_ROWS = 100;

/** Asks for one output of each variant before anything is created, and shows it or the error. */
export function TryRow({ appId, sources, subject }: TryRowProps) {
  const texts = strings.outputs.trying;
  const { table, inputs = [] } = subject;
  const [place, setPlace] = useState(0);
  const trying = useMutation({
    mutationFn: () =>
      client.tryVariants({
        parameters: { app_id: appId },
        body: { sources: [...sources], row: inputsOf(table?.rows[place] ?? {}, inputs) },
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
          value={place}
          onChange={({ target }) => setPlace(Number(target.value))}
        >
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <Button isBusy={trying.isPending} onClick={() => trying.mutate()}>
          {texts.ask}
        </Button>
      </div>
      <FailureNotice error={trying.error} />
      <div role="status" className={styles['answers']}>
        {trying.data?.map((tried) => (
          <Tried key={tried.variant_id} tried={tried} name={nameOf(tried.variant_id)} />
        ))}
      </div>
    </fieldset>
  );
}

interface TriedProps {
  readonly tried: Output<'tryVariants'>[number];
  readonly name: string;
}

function Tried({ tried, name }: TriedProps) {
  const { output, error, latency_ms } = tried.result;
  const texts = strings.outputs.trying;
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
  const has = inputs.filter((name) => Object.hasOwn(row, name));
  return Object.fromEntries(has.map((name) => [name, row[name] ?? null]));
}

const SHOWN_CHARACTERS = 60;

function beginningOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
