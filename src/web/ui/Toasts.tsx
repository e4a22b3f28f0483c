import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../../client/api-error.ts';
import { queryClient } from '../api.ts';
import { failureSentence } from '../failure-sentence.ts';
import { strings } from '../strings.ts';
import styles from './Toasts.module.css';

const manager = Toast.createToastManager();

/** Only the last action can be undone: an older undo would act on a newer state. */
let undoable: string | undefined;

export interface Announcement {
  readonly text: string;
  /** Undoes the action. */
  readonly undo?: () => Promise<unknown>;
}

/** Announces a completed action, with an undo button if it can be undone. */
export function announce({ text, undo }: Announcement): void {
  if (undoable !== undefined) manager.close(undoable);
  const id = manager.add({
    title: text,
    timeout: undo === undefined ? 5_000 : 10_000,
    ...(undo === undefined
      ? {}
      : {
          actionProps: {
            children: strings.actions.undo,
            onClick: () => {
              manager.close(id);
              undo().then(() => announce({ text: strings.undone }), announceFailure);
            },
          },
        }),
  });
  undoable = undo === undefined ? undefined : id;
}

/** For failures that have no better place on the page. */
export function announceFailure(error: unknown): void {
  // The page still shows an object that another user or tab has deleted.
  if (error instanceof ApiError && error.status === 404) void queryClient.invalidateQueries();
  manager.add({
    title: failureSentence(error),
    type: 'failure',
    priority: 'high',
    timeout: 12_000,
  });
}

/** Stays until the user dismisses it. */
export function announceLasting(text: string): void {
  manager.add({ title: text, type: 'failure', priority: 'high', timeout: 0 });
}

export function Toasts({ children }: { readonly children: ReactNode }) {
  return (
    <Toast.Provider toastManager={manager}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className={styles['viewport']}>
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function List() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className={`${styles['toast']} ${toast.type === 'failure' ? styles['failure'] : ''}`}
    >
      <Toast.Content className={styles['content']}>
        <Toast.Title className={styles['title']} />
        {toast.actionProps !== undefined && <Toast.Action className={styles['action']} />}
        <Toast.Close className={styles['close']} aria-label={strings.actions.dismiss}>
          <X aria-hidden />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
