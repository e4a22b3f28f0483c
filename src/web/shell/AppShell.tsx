import { Outlet, useLocation } from '@tanstack/react-router';
import { Menu, Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { beginSession } from '../identity/session-state.ts';
import { strings } from '../strings.ts';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './AppShell.module.css';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { CommandPalette } from './CommandPalette.tsx';
import { LostParts } from './LostParts.tsx';
import { rememberPath } from './recent-paths.ts';
import { Sidebar } from './Sidebar.tsx';
import { useDrawerFocus } from './use-drawer-focus.ts';
import { useHotkey } from './use-hotkey.ts';
import { usePageFocus } from './use-page-focus.ts';
import { useRowFocus } from './use-row-focus.ts';

/** The frame of all pages for signed-in members. */
export function AppShell() {
  const [isNavigationOpen, setNavigationOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  useEffect(() => beginSession(), []);
  const { pathname } = useLocation();
  useEffect(() => {
    rememberPath(pathname);
    // Browser Back may leave the page under these overlays, so they close.
    setNavigationOpen(false);
    setPaletteOpen(false);
  }, [pathname]);
  const page = useRef<HTMLElement>(null);
  usePageFocus(page);
  useRowFocus();
  const closeNavigation = () => setNavigationOpen(false);
  useHotkey('k', () => {
    // Otherwise the navigation would cover the page that the user chooses.
    closeNavigation();
    setPaletteOpen(true);
  });
  const { drawer, toggle } = useDrawerFocus(isNavigationOpen, closeNavigation);
  return (
    <div className={styles['shell']}>
      <a href="#content" className={styles['skip']}>
        {strings.shell.skip}
      </a>
      <div ref={drawer} className={styles['side']} data-open={isNavigationOpen}>
        <Sidebar onLeave={closeNavigation} />
      </div>
      {isNavigationOpen && (
        <div className={styles['shade']} aria-hidden onClick={closeNavigation} />
      )}
      <div className={styles['main']} inert={isNavigationOpen}>
        <header className={styles['bar']}>
          <span className={styles['menu']}>
            <IconButton
              ref={toggle}
              label={strings.shell.navigation}
              aria-expanded={isNavigationOpen}
              onClick={() => setNavigationOpen(true)}
            >
              <Menu aria-hidden />
            </IconButton>
          </span>
          <Breadcrumbs />
          <button type="button" className={styles['search']} onClick={() => setPaletteOpen(true)}>
            <Search aria-hidden />
            <span>{strings.palette.open}</span>
            <kbd>{strings.palette.keys}</kbd>
          </button>
        </header>
        <main ref={page} id="content" className={styles['content']} tabIndex={-1}>
          <LostParts />
          <Outlet />
        </main>
      </div>
      {isPaletteOpen && <CommandPalette onClose={() => setPaletteOpen(false)} />}
    </div>
  );
}
