import { Link, Outlet } from '@tanstack/react-router';
import { strings } from '../strings.ts';
import { Page } from '../ui/Page.tsx';
import tabs from '../ui/Tabs.module.css';

export function SettingsLayout() {
  return (
    <Page title={strings.settings.title}>
      <nav aria-label={strings.settings.title} className={tabs['tabs']}>
        <Link to="/settings/profile">{strings.settings.profile}</Link>
        <Link to="/settings/members">{strings.settings.members}</Link>
        <Link to="/settings/keys">{strings.settings.keys}</Link>
        <Link to="/settings/providers">{strings.providers.title}</Link>
      </nav>
      <Outlet />
    </Page>
  );
}
