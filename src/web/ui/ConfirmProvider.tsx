import { AlertDialog } from '@base-ui/react/alert-dialog';
import { createContext, type ReactNode, use, useState } from 'react';
import { strings } from '../strings.ts';
import { Button } from './Button.tsx';
import styles from './Dialog.module.css';

export interface Question {
  readonly title: string;
  /** What the action affects, and whether it can be undone. */
  readonly text: string;
  /** The verb on the button. */
  readonly action: string;
  readonly look?: 'danger' | 'primary';
}

interface OpenQuestion extends Question {
  readonly answer: (isYes: boolean) => void;
}

type Ask = (question: Question) => Promise<boolean>;

const ConfirmContext = createContext<Ask>(() => Promise.resolve(false));

/** Asks the user before an action that cannot be undone. */
export function useConfirm(): Ask {
  return use(ConfirmContext);
}

export function ConfirmProvider({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState<OpenQuestion>();
  const ask: Ask = (question) =>
    new Promise((resolve) => {
      const answer = (isYes: boolean) => {
        setOpen(undefined);
        resolve(isYes);
      };
      setOpen({ ...question, answer });
    });
  return (
    <ConfirmContext value={ask}>
      {children}
      {open !== undefined && <Confirm {...open} />}
    </ConfirmContext>
  );
}

function Confirm({ title, text, action, look = 'danger', answer }: OpenQuestion) {
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles['backdrop']} />
        <AlertDialog.Popup className={`${styles['popup']} ${styles['small']}`}>
          <AlertDialog.Title className={styles['title']}>{title}</AlertDialog.Title>
          <AlertDialog.Description className={styles['description']}>
            {text}
          </AlertDialog.Description>
          <div className={styles['actions']}>
            <Button onClick={() => answer(false)}>{strings.actions.cancel}</Button>
            <Button look={look} onClick={() => answer(true)}>
              {action}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
