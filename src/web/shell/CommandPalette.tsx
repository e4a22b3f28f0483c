import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { strings } from '../strings.ts';
import backdrop from '../ui/Dialog.module.css';
import styles from './CommandPalette.module.css';
import { type Destination, useDestinations } from './destinations.ts';

/** Finds pages by a part of their names. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const destinations = useDestinations();
  const go = ({ path }: Destination) => {
    onClose();
    void navigate({ to: path });
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdrop['backdrop']} />
        <Dialog.Popup className={styles['popup']} aria-label={strings.palette.title}>
          <Autocomplete.Root
            open
            inline
            items={destinations}
            itemToStringValue={({ label }: Destination) => label}
            autoHighlight="always"
            keepHighlight
          >
            <div className={styles['input']}>
              <Search aria-hidden />
              <Autocomplete.Input
                aria-label={strings.palette.title}
                placeholder={strings.palette.placeholder}
              />
            </div>
            <Autocomplete.Empty>
              <p className={styles['empty']}>{strings.palette.nothing}</p>
            </Autocomplete.Empty>
            <Autocomplete.List className={styles['list']} aria-label={strings.palette.results}>
              {(item: Destination) => (
                <Autocomplete.Item
                  key={item.path}
                  value={item}
                  className={styles['item']}
                  onClick={() => go(item)}
                >
                  <span className={styles['label']}>{item.label}</span>
                  <span className={styles['kind']}>{item.kind}</span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
