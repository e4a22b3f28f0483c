import { Link, useMatches } from '@tanstack/react-router';
import { type ComponentType, Fragment } from 'react';
import { strings } from '../strings.ts';
import styles from './Breadcrumbs.module.css';
import { CrumbItem } from './CrumbItem.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The text of this route in the breadcrumbs. */
    readonly crumb?: ComponentType;
    /** Items before the route's crumb, for parents that are not in its URL. */
    readonly trail?: ComponentType;
  }
}

export function Breadcrumbs() {
  const matches = useMatches().filter(({ staticData }) => staticData.crumb !== undefined);
  return (
    <nav aria-label={strings.shell.breadcrumbs} className={styles['trail']}>
      <ol>
        {matches.map(({ id, pathname, staticData: { crumb: Crumb, trail: Trail } }, index) => (
          <Fragment key={id}>
            {Trail !== undefined && <Trail />}
            <CrumbItem>
              <Link
                to={pathname}
                activeOptions={{ exact: true }}
                aria-current={index === matches.length - 1 ? 'page' : undefined}
                className={styles['crumb']}
              >
                {Crumb !== undefined && <Crumb />}
              </Link>
            </CrumbItem>
          </Fragment>
        ))}
      </ol>
    </nav>
  );
}
