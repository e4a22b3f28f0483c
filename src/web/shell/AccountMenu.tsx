import { Menu } from '@base-ui/react/menu';
import { useQuery } from '@tanstack/react-query';
import { Check, ChevronsUpDown } from 'lucide-react';
import { useState } from 'react';
import { client } from '../api.ts';
import { browserStorage, tabStorage } from '../browser-storage.ts';
import { openSignIn } from '../identity/open-sign-in.ts';
import { profileQuery } from '../identity/session-queries.ts';
import { removeTasksOf } from '../judging/kept-tasks.ts';
import { removeDraftsOf } from '../judging/task-drafts.ts';
import { strings } from '../strings.ts';
import { applyTheme, storedTheme, THEMES, type Theme } from '../theme.ts';
import menu from '../ui/Menu.module.css';
import { announceFailure } from '../ui/Toasts.tsx';
import styles from './AccountMenu.module.css';

export function AccountMenu() {
  const { data: profile } = useQuery(profileQuery);
  const [theme, setTheme] = useState(storedTheme);
  const changeTheme = (chosen: Theme) => {
    setTheme(chosen);
    applyTheme(chosen);
  };
  return (
    <Menu.Root>
      <Menu.Trigger className={styles['trigger']}>
        <span className={styles['avatar']} aria-hidden>
          {profile?.username.slice(0, 1).toUpperCase()}
        </span>
        <span className={styles['name']}>{profile?.username ?? strings.loading}</span>
        <ChevronsUpDown aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={menu['positioner']} side="top" align="start" sideOffset={6}>
          <Menu.Popup className={menu['popup']}>
            <Menu.RadioGroup value={theme} onValueChange={changeTheme}>
              {THEMES.map((name) => (
                <Menu.RadioItem key={name} value={name} className={menu['item']}>
                  {strings.shell.themes[name]}
                  <Menu.RadioItemIndicator className={menu['mark']}>
                    <Check aria-hidden />
                  </Menu.RadioItemIndicator>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className={menu['separator']} />
            <Menu.LinkItem className={menu['item']} href="/api/docs">
              {strings.shell.apiDocs}
            </Menu.LinkItem>
            <Menu.Item className={menu['item']} onClick={() => void signOut(profile?.id)}>
              {strings.account.signOut}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

async function signOut(userId: string | undefined): Promise<void> {
  try {
    await client.logOut();
    if (userId !== undefined) {
      removeTasksOf(browserStorage, userId);
      removeDraftsOf(tabStorage, userId);
    }
    openSignIn();
  } catch (error) {
    announceFailure(error);
  }
}
