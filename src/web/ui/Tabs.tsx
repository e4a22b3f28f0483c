import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './Tabs.module.css';

interface TabsProps {
  readonly label: string;
  /** One link per tab. */
  readonly children: ReactNode;
}

/** Links to sibling pages. In a narrow window the current one scrolls into view. */
export function Tabs({ label, children }: TabsProps) {
  const tabs = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const current = tabs.current?.querySelector(`[data-status="active"]`);
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname]);
  return (
    <nav ref={tabs} aria-label={label} className={styles['tabs']}>
      {children}
    </nav>
  );
}
