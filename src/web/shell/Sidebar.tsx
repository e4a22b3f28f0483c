import { Link, useParams } from '@tanstack/react-router';
import {
  BookOpen,
  Boxes,
  FlaskConical,
  Gavel,
  GitBranch,
  Inbox,
  Rocket,
  Scale,
  Settings,
  Sheet,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { chooseWorkspace, useCurrentWorkspace } from '../identity/current-workspace.ts';
import { useWorkspaces } from '../identity/session-queries.ts';
import { strings } from '../strings.ts';
import { AccountMenu } from './AccountMenu.tsx';
import styles from './Sidebar.module.css';
import { useCurrentApp } from './use-current-app.ts';

export function Sidebar({ onLeave }: { readonly onLeave: () => void }) {
  const appId = useCurrentApp();
  return (
    <div className={styles['sidebar']}>
      <p className={styles['brand']}>
        <Scale aria-hidden /> {strings.product}
      </p>
      <WorkspacePicker />
      <nav aria-label={strings.shell.navigation} className={styles['nav']} onClick={onLeave}>
        <Link to="/apps" activeOptions={{ exact: true }} className={styles['item']}>
          <Boxes aria-hidden /> {strings.apps.title}
        </Link>
        {appId !== undefined && <AppItems appId={appId} />}
        <Link to="/start" className={styles['item']}>
          <Sheet aria-hidden /> {strings.start.nav}
        </Link>
        <Link to="/inbox" className={styles['item']}>
          <Inbox aria-hidden /> {strings.overviews.home.title}
        </Link>
        <Link to="/settings" className={styles['item']}>
          <Settings aria-hidden /> {strings.settings.title}
        </Link>
        <Link to="/docs" className={styles['item']}>
          <BookOpen aria-hidden /> {strings.guide.title}
        </Link>
      </nav>
      <AccountMenu />
    </div>
  );
}

function AppItems({ appId }: { readonly appId: string }) {
  const params = { appId };
  const { variantId } = useParams({ strict: false });
  const inner = `${styles['item']} ${styles['inner']}`;
  return (
    <>
      <Link
        to="/apps/$appId"
        params={params}
        activeOptions={{ exact: true }}
        className={`${inner} ${variantId === undefined ? '' : styles['current']}`}
      >
        <GitBranch aria-hidden /> {strings.variants.title}
      </Link>
      <Link to="/apps/$appId/environments" params={params} className={inner}>
        <Rocket aria-hidden /> {strings.environments.title}
      </Link>
      <Link to="/apps/$appId/testsets" params={params} className={inner}>
        <FlaskConical aria-hidden /> {strings.testsets.title}
      </Link>
      <Link to="/apps/$appId/evaluations" params={params} className={inner}>
        <Gavel aria-hidden /> {strings.evaluations.title}
      </Link>
    </>
  );
}

function WorkspacePicker(): ReactNode {
  const workspaces = useWorkspaces();
  const current = useCurrentWorkspace();
  if (workspaces.length < 2) {
    return <p className={styles['workspace']}>{current?.organizationName}</p>;
  }
  return (
    <select
      aria-label={strings.shell.workspace}
      className={styles['picker']}
      value={current?.id}
      onChange={(event) => chooseWorkspace(event.target.value)}
    >
      {workspaces.map(({ id, name, organizationName }) => (
        <option key={id} value={id}>
          {strings.shell.workspaceOf(organizationName, name)}
        </option>
      ))}
    </select>
  );
}
