import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Output } from '../../contract/api.ts';
import { client } from '../api.ts';
import { useCurrentWorkspace } from '../identity/current-workspace.ts';
import { useMay } from '../identity/session-queries.ts';
import { strings } from '../strings.ts';
import { recentPaths } from './recent-paths.ts';

export interface Destination {
  readonly label: string;
  readonly kind: string;
  readonly path: string;
}

const destinationsQuery = (workspaceId: string | undefined) =>
  queryOptions({
    queryKey: ['destinations', workspaceId],
    queryFn: () =>
      client.listDestinations({
        query: workspaceId === undefined ? {} : { workspace_id: workspaceId },
      }),
  });

interface Destinations {
  readonly destinations: readonly Destination[];
  /** Set when the objects of the workspace failed to load; `destinations` then lacks them. */
  readonly error: unknown;
  readonly refetch: () => void;
}

/** What the command palette offers: recent objects, actions, pages, then all other objects. */
export function useDestinations(appId: string | undefined): Destinations {
  const workspace = useCurrentWorkspace();
  const may = useMay(workspace?.id);
  const { data, error, refetch } = useQuery({
    ...destinationsQuery(workspace?.id),
    enabled: workspace !== undefined,
  });
  const objects = data === undefined ? [] : objectsOf(data);
  const byPath = new Map(objects.map((object) => [object.path, object]));
  const recent = recentPaths().flatMap((path) => byPath.get(path) ?? []);
  const actions = [
    ...(may('create_evaluation') ? newEvaluations(data?.apps ?? [], appId) : []),
    ...(may('add_new_user_to_workspace')
      ? [action(strings.members.invite, '/settings/members?open=invite')]
      : []),
    action(strings.keys.create, '/settings/keys?open=create'),
  ];
  const destinations = [
    ...recent.map((object) => ({ ...object, kind: strings.palette.recent(object.kind) })),
    ...actions,
    ...PAGES,
    ...objects.filter(({ path }) => !recent.some((object) => object.path === path)),
  ];
  return { destinations, error, refetch: () => void refetch() };
}

/** The current page's app comes first. */
function newEvaluations(
  apps: Output<'listDestinations'>['apps'],
  current: string | undefined,
): readonly Destination[] {
  const ordered = [
    ...apps.filter(({ id }) => id === current),
    ...apps.filter(({ id }) => id !== current),
  ];
  return ordered.map(({ id, name }) =>
    action(strings.palette.newEvaluation(name), `/apps/${id}/evaluations/new`),
  );
}

function objectsOf(listed: Output<'listDestinations'>): readonly Destination[] {
  const appNames = new Map(listed.apps.map(({ id, name }) => [id, name]));
  const inApp = (appId: string, name: string) => `${appNames.get(appId) ?? ''} / ${name}`;
  return [
    ...listed.evaluations.map(({ id, name, testset_name }) => ({
      label: name ?? strings.evaluations.over(testset_name),
      kind: strings.evaluations.one,
      path: `/evaluations/${id}`,
    })),
    ...listed.apps.flatMap(({ id, name }) => placesOfApp(id, name)),
    ...listed.variants.map(({ id, app_id, name }) => ({
      label: inApp(app_id, name),
      kind: strings.variants.one,
      path: `/apps/${app_id}/variants/${id}`,
    })),
    ...listed.testsets.map(({ id, app_id, name }) => ({
      label: inApp(app_id, name),
      kind: strings.testsets.one,
      path: `/apps/${app_id}/testsets/${id}`,
    })),
  ];
}

function placesOfApp(appId: string, name: string): readonly Destination[] {
  const path = `/apps/${appId}`;
  return [
    { label: name, kind: strings.apps.one, path },
    page(`${name} / ${strings.environments.title}`, `${path}/environments`),
    page(`${name} / ${strings.testsets.title}`, `${path}/testsets`),
    page(`${name} / ${strings.evaluations.title}`, `${path}/evaluations`),
  ];
}

function page(label: string, path: string): Destination {
  return { label, kind: strings.page, path };
}

function action(label: string, path: string): Destination {
  return { label, kind: strings.palette.action, path };
}

const PAGES = [
  page(strings.start.title, '/start'),
  page(strings.apps.title, '/apps'),
  page(strings.overviews.home.title, '/inbox'),
  page(strings.planning.open, '/plan'),
  page(strings.settings.profile, '/settings/profile'),
  page(strings.settings.members, '/settings/members'),
  page(strings.settings.keys, '/settings/keys'),
  page(strings.providers.title, '/settings/providers'),
  page(strings.audit.title, '/settings/audit'),
  page(strings.guide.title, '/docs'),
];
