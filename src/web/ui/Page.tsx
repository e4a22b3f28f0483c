import { type ReactNode, useEffect } from 'react';
import { strings } from '../strings.ts';
import styles from './Page.module.css';

interface PageProps {
  readonly title: string;
  /** For the browser tab, when several pages share a heading. */
  readonly tabTitle?: string;
  readonly subtitle?: ReactNode;
  readonly actions?: ReactNode;
  /** `full` takes the whole width, for editors and grids. */
  readonly width?: 'text' | 'full';
  readonly children: ReactNode;
}

export function Page(props: PageProps) {
  const { title, tabTitle = title, subtitle, actions, width = 'text', children } = props;
  useEffect(() => {
    document.title = strings.pageTitle(tabTitle);
  }, [tabTitle]);
  return (
    <div className={`${styles['page']} ${styles[width]}`}>
      <header className={styles['header']}>
        <div className={styles['titles']}>
          <h1>{title}</h1>
          {subtitle !== undefined && <div className={styles['subtitle']}>{subtitle}</div>}
        </div>
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A part of a page with its own heading. */
export function Section({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles['section']}>
      <header className={styles['sectionHeader']}>
        <h2>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  );
}
