import { useState } from 'react';
import { MAX_COLUMNS } from '../../contract/testsets/testsets.ts';
import { client } from '../api.ts';
import { strings } from '../strings.ts';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { SelectField, TextAreaField, TextField } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import type { FormValues } from '../ui/form-values.ts';
import { ColumnMapping } from './ColumnMapping.tsx';
import { decodeFile } from './decode-file.ts';
import type { GridTable } from './grid-table.ts';
import styles from './ImportDialog.module.css';
import { type ColumnChoice, mapColumns } from './map-columns.ts';
import { guessFormat, parseTable, TABLE_FORMATS, type TableFormat } from './parse-table.ts';
import { TableFileField } from './TableFileField.tsx';
import { useOpenNew } from './use-open-new.ts';

interface ImportDialogProps {
  readonly appId: string;
  readonly onClose: () => void;
}

interface Source {
  readonly text: string;
  readonly format: TableFormat;
}

type Reading =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'read'; readonly table: GridTable }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Previews a file or pasted cells as they would be read; columns can be renamed or left out. */
export function ImportDialog({ appId, onClose }: ImportDialogProps) {
  const [source, setSource] = useState<Source>({ text: '', format: 'CSV' });
  const [name, setName] = useState('');
  const [reading, setReading] = useState<Reading>({ kind: 'nothing' });
  const [choices, setChoices] = useState<readonly ColumnChoice[]>([]);
  const openNew = useOpenNew(appId);
  const read = (next: Source) => {
    setSource(next);
    const result = readSource(next);
    setReading(result);
    setChoices(result.kind === 'read' ? choicesOf(result.table) : []);
  };
  const readFile = async (file: File) => {
    if (name === '') setName(file.name.replace(/\.\w+$/, ''));
    try {
      const text = decodeFile(new Uint8Array(await file.arrayBuffer()), file.name);
      read({ text, format: guessFormat(text, file.name) });
    } catch (error) {
      setSource({ ...source, text: '' });
      setReading({ kind: 'failed', error });
    }
  };
  const submit = async (_values: FormValues) => {
    if (reading.kind !== 'read') return;
    const { rows } = mapColumns(reading.table, choices);
    const body = { name, csvdata: [...rows] };
    await openNew(await client.createTestset({ parameters: { app_id: appId }, body }));
  };
  return (
    <FormDialog
      title={strings.imports.title}
      size="wide"
      submitLabel={strings.imports.submit}
      canSubmit={reading.kind === 'read' && choices.some(({ isKept }) => isKept)}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={styles['sources']}>
        <TableFileField onFile={(file) => void readFile(file)} />
        <SelectField
          label={strings.imports.format}
          value={source.format}
          onChange={({ target }) =>
            read({
              ...source,
              format: TABLE_FORMATS.find((format) => format === target.value) ?? 'CSV',
            })
          }
        >
          {TABLE_FORMATS.map((format) => (
            <option key={format}>{format}</option>
          ))}
        </SelectField>
      </div>
      {source.text.length <= MAX_SHOWN && (
        <TextAreaField
          label={strings.imports.paste}
          hint={strings.imports.pasteHint}
          value={source.text}
          rows={4}
          onChange={({ target }) => read({ text: target.value, format: guessFormat(target.value) })}
        />
      )}
      <TextField
        label={strings.testsets.name}
        value={name}
        onChange={({ target }) => setName(target.value)}
        maxLength={128}
        required
      />
      {reading.kind === 'failed' && <FailureNotice error={reading.error} />}
      {reading.kind === 'read' && (
        <ColumnMapping table={reading.table} choices={choices} onChange={setChoices} />
      )}
    </FormDialog>
  );
}

/** A text area with megabytes in it would make typing slow. */
const MAX_SHOWN = 200_000;

function readSource({ text, format }: Source): Reading {
  if (text.trim() === '') return { kind: 'nothing' };
  try {
    return { kind: 'read', table: parseTable(text, format) };
  } catch (error) {
    return { kind: 'failed', error };
  }
}

/** At first keeps as many columns as a test set can have, from the left. */
function choicesOf({ columns }: GridTable): readonly ColumnChoice[] {
  return columns.map((from, index) => ({ from, to: from, isKept: index < MAX_COLUMNS }));
}
