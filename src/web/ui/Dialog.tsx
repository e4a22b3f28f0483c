import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { strings } from '../strings.ts';
import styles from './Dialog.module.css';
import { useOpener } from './use-opener.ts';

export interface DialogProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** Wide ones are for things that are compared side by side. */
  readonly size?: 'small' | 'medium' | 'wide';
  /**
   * Left out of a dialog that opens by itself: only the buttons in it answer it, and none of them has
   * the focus, because the next key was meant for what was on the screen before.
   */
  readonly onClose?: () => void;
  /** Ignored by forms: on a telephone, a press beside a field puts the keyboard away. */
  readonly pressBeside?: 'closes' | 'ignored';
  /** Work is under way: the dialog cannot be closed, so the reply finds the page as it was sent. */
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}

/** A dialog is open while it is rendered, so that its state starts afresh each time. */
export function Dialog(props: DialogProps) {
  const { title, description, size = 'small', onClose, isBusy = false, children } = props;
  const { pressBeside = 'closes' } = props;
  const popup = useRef<HTMLDivElement>(null);
  const finalFocus = useOpener();
  return (
    <Base.Root
      open
      onOpenChange={(open) => !open && !isBusy && isOnTop(popup.current) && onClose?.()}
      disablePointerDismissal={pressBeside === 'ignored'}
    >
      <Base.Portal>
        <Base.Backdrop className={styles['backdrop']} />
        <Base.Popup
          ref={popup}
          className={`${styles['popup']} ${styles[size]}`}
          initialFocus={onClose === undefined ? () => focusOfUnasked(popup.current) : true}
          finalFocus={finalFocus}
        >
          <header className={styles['header']}>
            <Base.Title className={styles['title']}>{title}</Base.Title>
            {onClose !== undefined && (
              <Base.Close
                className={styles['close']}
                aria-label={strings.actions.close}
                disabled={isBusy}
              >
                <X aria-hidden />
              </Base.Close>
            )}
          </header>
          {description !== undefined && (
            <Base.Description className={styles['description']} render={<div />}>
              {description}
            </Base.Description>
          )}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Escape reaches the dialogs beneath another one, too. */
function isOnTop(popup: HTMLElement | null): boolean {
  const open = document.querySelectorAll('[data-open]:is([role=dialog], [role=alertdialog])');
  return popup === [...open].at(-1);
}

/** A field that has taken the focus keeps it. */
function focusOfUnasked(popup: HTMLElement | null): HTMLElement | null | false {
  return popup?.contains(document.activeElement) ? false : popup;
}

/** The part that scrolls when there is much in it. */
export function DialogBody({ children }: { readonly children: ReactNode }) {
  return <div className={styles['body']}>{children}</div>;
}

export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles['actions']}>{children}</div>;
}
