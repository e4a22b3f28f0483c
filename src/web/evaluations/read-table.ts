import { MAX_COLUMNS } from '../../contract/testsets/testsets.ts';
import { tableFault } from '../../domain/evaluations/guess-roles.ts';
import { strings } from '../strings.ts';
import { decodeFile } from '../testsets/decode-file.ts';
import { cellText, type GridTable } from '../testsets/grid-table.ts';
import { guessFormat, parseTable } from '../testsets/parse-table.ts';

/** A table as the preview shows it, and the file to send. */
export interface SourceTable {
  readonly table: GridTable;
  readonly file: File;
  readonly name: string;
}

/** Reads a chosen or dropped file as the server would; throws an error with a sentence. */
export async function readTableFile(file: File): Promise<SourceTable> {
  const text = decodeFile(new Uint8Array(await file.arrayBuffer()), file.name);
  const table = checked(parseTable(text, guessFormat(text, file.name)));
  return { table, file, name: file.name.replace(/\.\w+$/, '') };
}

/** Pasted rows are sent as JSONL, because the clipboard follows looser rules than CSV. */
export function readPasted(text: string): SourceTable {
  const table = checked(parseTable(text, guessFormat(text)));
  const name = strings.start.pastedName;
  const lines = table.rows.map((row) => JSON.stringify(row));
  return { table, file: new File([lines.join('\n')], `${name}.jsonl`), name };
}

/** Spreadsheets often end with rows of empty cells, which the server leaves out too. */
function checked({ columns, rows }: GridTable): GridTable {
  if (columns.length > MAX_COLUMNS) throw new Error(strings.start.tooWide(MAX_COLUMNS));
  const filled = rows.filter((row) => columns.some((name) => cellText(row[name]).trim() !== ''));
  const fault = tableFault(columns, filled.length);
  if (fault !== undefined) throw new Error(fault);
  return { columns, rows: filled };
}
