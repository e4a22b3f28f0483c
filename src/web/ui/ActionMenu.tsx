import { Menu } from '@base-ui/react/menu';
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import iconButton from './IconButton.module.css';
import styles from './Menu.module.css';

export interface MenuAction {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly look?: 'danger';
  readonly run: () => void;
}

interface ActionMenuProps {
  readonly label: string;
  /** Actions that are not allowed are `false`. */
  readonly actions: readonly (MenuAction | false)[];
}

/** More actions on one item, behind three dots. */
export function ActionMenu({ label, actions }: ActionMenuProps) {
  const allowed = actions.filter((action) => action !== false);
  if (allowed.length === 0) return null;
  return (
    <Menu.Root>
      <Menu.Trigger className={iconButton['button']} aria-label={label} title={label}>
        <Ellipsis aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={styles['positioner']} align="end" sideOffset={4}>
          <Menu.Popup className={styles['popup']}>
            {allowed.map(({ label: text, icon, look, run }) => (
              <Menu.Item
                key={text}
                className={`${styles['item']} ${look === 'danger' ? styles['danger'] : ''}`}
                onClick={run}
              >
                {icon}
                {text}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
