import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { strings } from '../strings.ts';
import dialog from './Dialog.module.css';
import styles from './Drawer.module.css';

interface DrawerProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Something to read beside the page. */
export function Drawer({ title, onClose, children }: DrawerProps) {
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={dialog['backdrop']} />
        <Base.Popup className={styles['drawer']}>
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
