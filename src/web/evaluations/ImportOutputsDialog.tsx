import { type ChangeEvent, useRef, useState } from 'react';
import { client } from '../api.ts';
import { strings } from '../strings.ts';
import type { GridTable } from '../testsets/grid-table.ts';
import { guessFormat, parseTable } from '../testsets/parse-table.ts';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { SelectField, TextAreaField, TextField } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { announce } from '../ui/Toasts.tsx';
import { type Evaluation, refreshEvaluation } from './evaluation-queries.ts';
import { matchOutputs, type OutputColumns } from './match-outputs.ts';
import { writeOutputs } from './write-outputs.ts';

interface ImportOutputsDialogProps {
  readonly evaluation: Evaluation;
  readonly onClose: () => void;
}

/** Outputs from a file or a spreadsheet: a column a variant, a row a scenario. */
export function ImportOutputsDialog({ evaluation, onClose }: ImportOutputsDialogProps) {
  const [table, setTable] = useState<GridTable>();
  const [error, setError] = useState<unknown>(null);
  const [columns, setColumns] = useState<OutputColumns>({});
  const [count, setCount] = useState<{ readonly done: number; readonly all: number }>();
  const written = useRef(new Set<string>());
  const texts = strings.evaluations.imports;
  const read = (text: string, fileName?: string) => {
    written.current.clear();
    setError(null);
    setTable(undefined);
    if (text.trim() === '') return;
    try {
      const found = parseTable(text, guessFormat(text, fileName));
      setTable(found);
      setColumns(guessColumns(evaluation, found));
    } catch (problem) {
      setError(problem);
    }
  };
  const readFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file !== undefined) read(await file.text(), file.name);
  };
  const submit = async () => {
    if (table === undefined) return;
    const scenarios = await client.listEvaluationScenarios({
      parameters: { evaluation_id: evaluation.id },
    });
    const writes = matchOutputs(table, scenarios, columns);
    try {
      await writeOutputs(evaluation, writes, {
        written: written.current,
        onWritten: () => setCount({ done: written.current.size, all: writes.length }),
      });
    } finally {
      await refreshEvaluation(evaluation);
    }
    announce({ text: texts.done(writes.length) });
    onClose();
  };
  const isMapped = evaluation.variant_ids.every((id) => columns[id] !== undefined);
  return (
    <FormDialog
      title={texts.title}
      description={texts.text}
      size="medium"
      submitLabel={strings.imports.submit}
      canSubmit={table !== undefined && isMapped}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={strings.imports.file}
        type="file"
        accept=".csv,.tsv,.json,.jsonl,.ndjson,.txt"
        onChange={(event) => void readFile(event)}
      />
      <TextAreaField
        label={strings.imports.paste}
        hint={strings.imports.pasteHint}
        rows={4}
        onChange={({ target }) => read(target.value)}
      />
      {error !== null && <FailureNotice error={error} />}
      {table !== undefined &&
        evaluation.variant_ids.map((id, index) => (
          <SelectField
            key={id}
            label={texts.columnOf(evaluation.variant_names[index] ?? '')}
            value={columns[id] ?? ''}
            onChange={({ target }) => setColumns({ ...columns, [id]: target.value })}
            required
          >
            <option value="">{strings.evaluations.what.choose}</option>
            {table.columns.map((column) => (
              <option key={column}>{column}</option>
            ))}
          </SelectField>
        ))}
      {count !== undefined && (
        <p role="status">
          <progress max={count.all} value={count.done} aria-label={texts.title} />{' '}
          {texts.progress(count.done, count.all)}
        </p>
      )}
    </FormDialog>
  );
}

/** Columns are often called like the variants, or like the last part of their names. */
function guessColumns(
  { variant_ids, variant_names }: Evaluation,
  { columns }: GridTable,
): OutputColumns {
  const guesses: Record<string, string> = {};
  for (const [index, id] of variant_ids.entries()) {
    const name = (variant_names[index] ?? '').toLowerCase();
    const guess = columns.find((column) => {
      const word = column.toLowerCase();
      return word === name || word === name.split('.').at(-1);
    });
    if (guess !== undefined) guesses[id] = guess;
  }
  return guesses;
}
