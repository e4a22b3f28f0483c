import { useQueries, useQuery } from '@tanstack/react-query';
import { evaluationsQuery } from '../evaluations/evaluation-queries.ts';
import { evaluationTitle } from '../evaluations/evaluation-title.ts';
import { useCurrentWorkspace } from '../identity/current-workspace.ts';
import { strings } from '../strings.ts';
import { appsQuery, variantsQuery } from '../variants/app-queries.ts';

export interface Destination {
  readonly label: string;
  readonly kind: string;
  readonly path: string;
}

/** Variants and evaluations are read app by app; only those of this many apps are offered. */
const MOST_APPS = 30;

/** Every page that the command palette offers. */
export function useDestinations(): readonly Destination[] {
  const workspace = useCurrentWorkspace();
  const { data: apps = [] } = useQuery(appsQuery(workspace?.id));
  const variants = useQueries({
    queries: apps.slice(0, MOST_APPS).map(({ app_id }) => variantsQuery(app_id)),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  const evaluations = useQueries({
    queries: apps.slice(0, MOST_APPS).map(({ app_id }) => evaluationsQuery(app_id)),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  return [
    ...apps.flatMap(({ app_id, app_name }) => placesOfApp(app_id, app_name)),
    ...variants.map(({ app_id, app_name, variant_id, variant_name }) => ({
      label: `${app_name} / ${variant_name}`,
      kind: strings.variants.one,
      path: `/apps/${app_id}/variants/${variant_id}`,
    })),
    ...evaluations.map((evaluation) => ({
      label: evaluationTitle(evaluation),
      kind: strings.evaluations.one,
      path: `/evaluations/${evaluation.id}`,
    })),
    page(strings.apps.title, '/apps'),
    page(strings.evaluations.inbox.title, '/inbox'),
    page(strings.planning.open, '/plan'),
    page(strings.settings.profile, '/settings/profile'),
    page(strings.settings.members, '/settings/members'),
    page(strings.settings.keys, '/settings/keys'),
    page(strings.providers.title, '/settings/providers'),
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
    {
      label: `${name} / ${strings.evaluations.title}`,
      kind: strings.page,
      path: `${path}/evaluations`,
    },
  ];
}

function page(label: string, path: string): Destination {
  return { label, kind: strings.page, path };
}
