import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { GuideLink } from '../guide/GuideLink.tsx';
import { strings } from '../strings.ts';
import { Page } from '../ui/Page.tsx';
import { Tabs } from '../ui/Tabs.tsx';

const PARTS = [
  { to: '/settings/profile', label: strings.settings.profile },
  { to: '/settings/members', label: strings.settings.members },
  { to: '/settings/keys', label: strings.settings.keys },
  { to: '/settings/providers', label: strings.providers.title },
  { to: '/settings/audit', label: strings.audit.title },
] as const;

export function SettingsLayout() {
  const { pathname } = useLocation();
  const { title, partOf } = strings.settings;
  const part = PARTS.find(({ to }) => pathname.startsWith(to));
  return (
    <Page
      title={title}
      tabTitle={part === undefined ? title : partOf(part.label)}
      actions={
        <>
          <GuideLink page="security">{strings.guide.links.security}</GuideLink>
          <GuideLink page="operating">{strings.guide.links.operating}</GuideLink>
        </>
      }
    >
      <Tabs label={title}>
        {PARTS.map(({ to, label }) => (
          <Link key={to} to={to}>
            {label}
          </Link>
        ))}
      </Tabs>
      <Outlet />
    </Page>
  );
}
