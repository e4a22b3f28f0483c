import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { strings } from '../strings.ts';
import styles from './Dialog.module.css';
import { useOpener } from './use-opener.ts';

export interface DialogProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** `wide` is for side-by-side comparisons. */
  readonly size?: 'small' | 'medium' | 'wide';
  /**
   * Absent in a dialog that opens by itself: only its buttons close it, and none of them has the
   * focus, because the next key press may be meant for the page.
   */
  readonly onClose?: () => void;
  /** Forms ignore it: on a phone, a tap beside a field closes the keyboard. */
  readonly outsidePress?: 'closes' | 'ignored';
  /** Work is under way: the dialog stays open until the response has arrived. */
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}

/** Open while it is rendered, so its state starts afresh each time. */
export function Dialog(props: DialogProps) {
  const { title, description, size = 'small', onClose, isBusy = false, children } = props;
  const { outsidePress = 'closes' } = props;
  const popup = useRef<HTMLDivElement>(null);
  const finalFocus = useOpener();
  return (
    <Base.Root
      open
      onOpenChange={(open) => !open && !isBusy && isOnTop(popup.current) && onClose?.()}
      disablePointerDismissal={outsidePress === 'ignored'}
    >
      <Base.Portal>
        <Base.Backdrop className={styles['backdrop']} />
        <Base.Popup
          ref={popup}
          className={`${styles['popup']} ${styles[size]}`}
          initialFocus={onClose === undefined ? () => popupUnlessFocused(popup.current) : true}
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

/** Escape also reaches the dialogs beneath the top one. */
function isOnTop(popup: HTMLElement | null): boolean {
  const open = document.querySelectorAll('[data-open]:is([role=dialog], [role=alertdialog])');
  return popup === [...open].at(-1);
}

/** The dialog itself, unless a field in it already has the focus. */
function popupUnlessFocused(popup: HTMLElement | null): HTMLElement | null | false {
  return popup?.contains(document.activeElement) ? false : popup;
}

/** The part that scrolls when its content is long. */
export function DialogBody({ children }: { readonly children: ReactNode }) {
  return <div className={styles['body']}>{children}</div>;
}

export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles['actions']}>{children}</div>;
}
