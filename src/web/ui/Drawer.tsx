import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { strings } from '../strings.ts';
import dialog from './Dialog.module.css';
import styles from './Drawer.module.css';
import { useOpener } from './use-opener.ts';

interface DrawerProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A panel with text to read beside the page. */
export function Drawer({ title, onClose, children }: DrawerProps) {
  const finalFocus = useOpener();
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={dialog['backdrop']} />
        <Base.Popup className={styles['drawer']} finalFocus={finalFocus}>
          <header className={dialog['header']}>
            <Base.Title className={dialog['title']}>{title}</Base.Title>
            <Base.Close className={dialog['close']} aria-label={strings.actions.close}>
              <X aria-hidden />
            </Base.Close>
          </header>
          <div className={styles['body']}>{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
