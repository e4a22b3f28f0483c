import { useState } from 'react';
import { client } from '../api.ts';
import { type Evaluation, refreshEvaluation } from '../evaluations/evaluation-queries.ts';
import { variantName } from '../evaluations/variant-name.ts';
import { strings } from '../strings.ts';
import { decodeFile } from '../testsets/decode-file.ts';
import type { GridTable } from '../testsets/grid-table.ts';
import { guessFormat, parseTable } from '../testsets/parse-table.ts';
import { TableFileField } from '../testsets/TableFileField.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { SelectField, TextAreaField } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { announce } from '../ui/Toasts.tsx';
import { matchOutputs, type OutputColumns } from './match-outputs.ts';

interface ImportOutputsDialogProps {
  readonly evaluation: Evaluation;
  readonly onClose: () => void;
}

/** Imports outputs from a file or spreadsheet: a column per variant, a row per scenario. */
export function ImportOutputsDialog({ evaluation, onClose }: ImportOutputsDialogProps) {
  const [table, setTable] = useState<GridTable>();
  const [error, setError] = useState<unknown>(null);
  const [columns, setColumns] = useState<OutputColumns>({});
  const texts = strings.evaluations.imports;
  const read = async (textOf: () => string | Promise<string>, fileName?: string) => {
    setError(null);
    setTable(undefined);
    try {
      const text = await textOf();
      if (text.trim() === '') return;
      const parsed = parseTable(text, guessFormat(text, fileName));
      setTable(parsed);
      setColumns(guessColumns(evaluation, parsed));
    } catch (problem) {
      setError(problem);
    }
  };
  const textOfFile = async (file: File) =>
    decodeFile(new Uint8Array(await file.arrayBuffer()), file.name);
  const submit = async () => {
    if (table === undefined) return;
    const scenarios = await client.listEvaluationScenarios({
      parameters: { evaluation_id: evaluation.id },
    });
    const rows = matchOutputs(table, scenarios, columns);
    const lines = rows.map((row) => JSON.stringify(row)).join('\n');
    await client.importOutputs({
      parameters: { evaluation_id: evaluation.id },
      body: { file: new File([lines], 'outputs.jsonl') },
    });
    await refreshEvaluation(evaluation);
    announce({ text: texts.done(rows.length) });
    onClose();
  };
  const isMapped = Object.values(columns).some((column) => column !== '');
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
      <TableFileField onFile={(file) => void read(() => textOfFile(file), file.name)} />
      <TextAreaField
        label={strings.imports.paste}
        hint={strings.imports.pasteHint}
        rows={4}
        onChange={({ target }) => void read(() => target.value)}
      />
      {error !== null && <FailureNotice error={error} />}
      {table !== undefined &&
        evaluation.variant_ids.map((id) => (
          <SelectField
            key={id}
            label={texts.columnOf(variantName(evaluation, id))}
            value={columns[id] ?? ''}
            onChange={({ target }) => setColumns({ ...columns, [id]: target.value })}
          >
            <option value="">{texts.leaveOut}</option>
            {table.columns.map((column) => (
              <option key={column}>{column}</option>
            ))}
          </SelectField>
        ))}
    </FormDialog>
  );
}

/** Columns are often named after variants, or after the last part of their names. */
function guessColumns(evaluation: Evaluation, { columns }: GridTable): OutputColumns {
  const guesses: Record<string, string> = {};
  for (const id of evaluation.variant_ids) {
    const name = variantName(evaluation, id).toLowerCase();
    const guess = columns.find((column) => {
      const word = column.toLowerCase();
      return word === name || word === name.split('.').at(-1);
    });
    if (guess !== undefined) guesses[id] = guess;
  }
  return guesses;
}
