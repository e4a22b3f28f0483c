import { Link, useMatches } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { ComponentType } from 'react';
import { strings } from '../strings.ts';
import styles from './Breadcrumbs.module.css';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What the trail of names above a page says for this route. */
    readonly crumb?: ComponentType;
  }
}

export function Breadcrumbs() {
  const matches = useMatches().filter(({ staticData }) => staticData.crumb !== undefined);
  return (
    <nav aria-label={strings.shell.breadcrumbs} className={styles['trail']}>
      <ol>
        {matches.map(({ id, pathname, staticData: { crumb: Crumb } }, index) => (
          <li key={id}>
            {index > 0 && <ChevronRight aria-hidden />}
            <Link
              to={pathname}
              activeOptions={{ exact: true }}
              aria-current={index === matches.length - 1 ? 'page' : undefined}
              className={styles['crumb']}
            >
              {Crumb !== undefined && <Crumb />}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
