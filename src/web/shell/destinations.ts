import { useQueries, useQuery } from '@tanstack/react-query';
import { appsQuery, variantsQuery } from '../apps/app-queries.ts';
import { useCurrentWorkspace } from '../session/current-workspace.ts';
import { strings } from '../strings.ts';

export interface Destination {
  readonly label: string;
  readonly kind: string;
  readonly path: string;
}

/** Variants are read an app at a time; of more apps than this, those of the rest are not offered. */
const MOST_APPS = 30;

/** Everything that can be jumped to. */
export function useDestinations(): readonly Destination[] {
  const workspace = useCurrentWorkspace();
  const { data: apps = [] } = useQuery(appsQuery(workspace?.id));
  const variants = useQueries({
    queries: apps.slice(0, MOST_APPS).map(({ app_id }) => variantsQuery(app_id)),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  return [
    ...apps.flatMap(({ app_id, app_name }) => placesOfApp(app_id, app_name)),
    ...variants.map(({ app_id, app_name, variant_id, variant_name }) => ({
      label: `${app_name} / ${variant_name}`,
      kind: strings.variants.one,
      path: `/apps/${app_id}/variants/${variant_id}`,
    })),
    page(strings.apps.title, '/apps'),
    page(strings.settings.profile, '/settings/profile'),
    page(strings.settings.members, '/settings/members'),
    page(strings.settings.keys, '/settings/keys'),
  ];
}

function placesOfApp(appId: string, name: string): readonly Destination[] {
  const path = `/apps/${appId}`;
  return [
    { label: name, kind: strings.apps.one, path },
    {
      label: `${name} / ${strings.environments.title}`,
      kind: strings.page,
      path: `${path}/environments`,
    },
    { label: `${name} / ${strings.testsets.title}`, kind: strings.page, path: `${path}/testsets` },
  ];
}

function page(label: string, path: string): Destination {
  return { label, kind: strings.page, path };
}
