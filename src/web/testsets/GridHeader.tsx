import { memo, useState } from 'react';
import { strings } from '../strings.ts';
import { ActionMenu } from '../ui/ActionMenu.tsx';
import { useConfirm } from '../ui/ConfirmProvider.tsx';
import { TextField } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import styles from './GridHeader.module.css';
import { GUTTER_WIDTH } from './grid-measures.ts';
import { type GridTable, withColumnNamed, withoutColumn } from './grid-table.ts';

interface GridHeaderProps {
  readonly table: GridTable;
  /** The visible columns. */
  readonly shown: readonly { readonly index: number; readonly start: number }[];
  readonly mode: 'edit' | 'read';
  readonly onChange: (table: GridTable) => void;
}

/** Memoized, because each column has a menu: scrolling down does not rerender them. */
export const GridHeader = memo(function GridHeader(props: GridHeaderProps) {
  const { table, shown, mode, onChange } = props;
  const confirm = useConfirm();
  const [renamedColumn, setRenamedColumn] = useState<string>();
  const remove = async (name: string) => {
    const isSure = await confirm({
      title: strings.testsets.deleteColumn(name),
      text: strings.testsets.deleteColumnText(table.rows.length),
      action: strings.actions.delete,
    });
    if (isSure) onChange(withoutColumn(table, name));
  };
  return (
    <div role="row" aria-rowindex={1} className={styles['header']}>
      <div role="columnheader" className={styles['corner']}>
        <span className="visually-hidden">{strings.testsets.rowNumber}</span>
      </div>
      {shown.map(({ index, start }) => {
        const name = table.columns[index] ?? '';
        return (
          <div
            key={name}
            role="columnheader"
            aria-colindex={index + 2}
            className={styles['column']}
            style={{ left: GUTTER_WIDTH + start }}
          >
            <span className={styles['name']} title={name}>
              {name}
            </span>
            {mode === 'edit' && (
              <ActionMenu
                label={strings.testsets.columnActions(name)}
                actions={[
                  { label: strings.actions.rename, run: () => setRenamedColumn(name) },
                  { label: strings.actions.delete, look: 'danger', run: () => void remove(name) },
                ]}
              />
            )}
          </div>
        );
      })}
      {renamedColumn !== undefined && (
        <FormDialog
          title={strings.testsets.renameColumn}
          submitLabel={strings.actions.rename}
          onClose={() => setRenamedColumn(undefined)}
          onSubmit={async ({ name = '' }) => {
            const newName = name.trim();
            if (newName !== renamedColumn && table.columns.includes(newName)) {
              throw new Error(strings.imports.sameName(newName));
            }
            onChange(withColumnNamed(table, renamedColumn, newName));
            setRenamedColumn(undefined);
          }}
        >
          <TextField
            label={strings.testsets.columnName}
            name="name"
            defaultValue={renamedColumn}
            autoFocus
            required
          />
        </FormDialog>
      )}
    </div>
  );
});
