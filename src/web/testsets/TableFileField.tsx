import { strings } from '../strings.ts';
import { TextField } from '../ui/Field.tsx';

interface TableFileFieldProps {
  readonly onFile: (file: File) => void;
}

/** Chooses a file of rows. */
export function TableFileField({ onFile }: TableFileFieldProps) {
  return (
    <TextField
      label={strings.imports.file}
      type="file"
      accept=".csv,.tsv,.json,.jsonl,.ndjson,.txt"
      onClick={({ currentTarget }) => {
        // Lets the user choose the same file again after correcting it.
        currentTarget.value = '';
      }}
      onChange={({ target }) => {
        const [file] = target.files ?? [];
        if (file !== undefined) onFile(file);
      }}
    />
  );
}
