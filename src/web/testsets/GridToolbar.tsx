import { Columns3, Redo2, Rows3, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { MAX_COLUMNS } from '../../contract/testsets/testsets.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import styles from './GridToolbar.module.css';
import { type CellPlace, freeName, withNewColumn, withNewRow, withoutRow } from './grid-table.ts';
import type { TestsetDraft } from './use-testset-draft.ts';

interface GridToolbarProps {
  readonly draft: TestsetDraft;
  readonly cursor: CellPlace;
}

export function GridToolbar({ draft, cursor }: GridToolbarProps) {
  const [isNaming, setNaming] = useState(false);
  const { table } = draft;
  return (
    <div role="toolbar" aria-label={strings.testsets.editing} className={styles['bar']}>
      <Button
        look="quiet"
        icon={<Rows3 aria-hidden />}
        disabled={table.columns.length === 0}
        onClick={() => draft.change(withNewRow(table))}
      >
        {strings.testsets.addRow}
      </Button>
      <Button
        look="quiet"
        icon={<Columns3 aria-hidden />}
        disabled={table.columns.length >= MAX_COLUMNS}
        onClick={() => setNaming(true)}
      >
        {strings.testsets.addColumn}
      </Button>
      <Button
        look="quiet"
        icon={<Trash2 aria-hidden />}
        disabled={table.rows.length === 0}
        onClick={() => draft.change(withoutRow(table, cursor.row))}
      >
        {strings.testsets.deleteRow(cursor.row + 1)}
      </Button>
      <Button
        look="quiet"
        icon={<Undo2 aria-hidden />}
        disabled={!draft.canUndo}
        onClick={draft.undo}
      >
        {strings.actions.undo}
      </Button>
      <Button
        look="quiet"
        icon={<Redo2 aria-hidden />}
        disabled={!draft.canRedo}
        onClick={draft.redo}
      >
        {strings.actions.redo}
      </Button>
      <span className={styles['hint']}>{strings.testsets.pasteHint}</span>
      {isNaming && (
        <FormDialog
          title={strings.testsets.addColumn}
          submitLabel={strings.actions.add}
          onClose={() => setNaming(false)}
          onSubmit={async ({ name = '' }) => {
            if (table.columns.includes(name.trim())) {
              throw new Error(strings.imports.sameName(name.trim()));
            }
            const wider = withNewColumn(table, name.trim());
            draft.change(wider.rows.length === 0 ? withNewRow(wider) : wider);
            setNaming(false);
          }}
        >
          <TextField
            label={strings.testsets.columnName}
            name="name"
            defaultValue={freeName(table.columns)}
            autoFocus
            required
          />
        </FormDialog>
      )}
    </div>
  );
}
