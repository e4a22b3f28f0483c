import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { readPasted, readTableFile } from './read-table.ts';
import { SampleButton } from './SampleButton.tsx';
import styles from './Start.module.css';
import { StartForm } from './StartForm.tsx';
import { TableSource } from './TableSource.tsx';

interface StartPanelProps {
  readonly workspaceId: string;
  /** More ways to start, shown until a table is read. */
  readonly children?: ReactNode;
}

/** Turns a spreadsheet into an evaluation: reads a table, then asks for its columns' roles. */
export function StartPanel({ workspaceId, children }: StartPanelProps) {
  const reading = useMutation({
    mutationFn: async (source: File | string) =>
      typeof source === 'string' ? readPasted(source) : await readTableFile(source),
  });
  if (reading.data !== undefined) {
    return (
      <StartForm source={reading.data} workspaceId={workspaceId} onCancel={() => reading.reset()} />
    );
  }
  return (
    <>
      <FailureNotice error={reading.error} />
      <TableSource isBusy={reading.isPending} onFile={reading.mutate} onPaste={reading.mutate}>
        <div className={styles['more']}>
          <SampleButton workspaceId={workspaceId} />
          {children}
        </div>
      </TableSource>
    </>
  );
}
