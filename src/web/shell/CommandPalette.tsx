import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useRouter } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { strings } from '../strings.ts';
import backdrop from '../ui/Dialog.module.css';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { useOpener } from '../ui/use-opener.ts';
import styles from './CommandPalette.module.css';
import { type Destination, useDestinations } from './destinations.ts';
import { fuzzyScore } from './fuzzy-score.ts';
import { useCurrentApp } from './use-current-app.ts';

/** More than a user reads through. */
const MAX_SHOWN = 50;

/** Finds pages and actions by parts of their names. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const { history } = useRouter();
  const finalFocus = useOpener();
  const [query, setQuery] = useState('');
  const { destinations, error, refetch } = useDestinations(useCurrentApp());
  const go = ({ path }: Destination) => {
    onClose();
    history.push(path);
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdrop['backdrop']} />
        <Dialog.Popup
          className={styles['popup']}
          aria-label={strings.palette.title}
          finalFocus={finalFocus}
        >
          <Autocomplete.Root
            open
            inline
            mode="none"
            items={matching(destinations, query)}
            value={query}
            onValueChange={setQuery}
            itemToStringValue={({ label }: Destination) => label}
            autoHighlight="always"
            keepHighlight
          >
            <div className={styles['input']}>
              <Search aria-hidden />
              <Autocomplete.Input
                autoFocus
                aria-label={strings.palette.title}
                placeholder={strings.palette.placeholder}
              />
            </div>
            <FailureNotice error={error} onRetry={refetch} />
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

/** The best matches first; without a query, all in their usual order. */
function matching(all: readonly Destination[], query: string): readonly Destination[] {
  if (query.trim() === '') return all.slice(0, MAX_SHOWN);
  return all
    .flatMap((destination) => {
      const score = fuzzyScore(`${destination.label} ${destination.kind}`, query);
      return score === undefined ? [] : [{ destination, score }];
    })
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MAX_SHOWN)
    .map(({ destination }) => destination);
}
