import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { ApiError } from '../client/api-error.ts';
import { queryClient } from './api.ts';
import { EvaluationCrumb } from './evaluations/EvaluationCrumb.tsx';
import { EvaluationTrail } from './evaluations/EvaluationTrail.tsx';
import { evaluationQuery } from './evaluations/evaluation-queries.ts';
import { isGuest, profileQuery, workspacesQuery } from './identity/session-queries.ts';
import { part } from './load-part.ts';
import { reportViewOf } from './results/report-view.ts';
import { ErrorPage } from './shell/ErrorPage.tsx';
import { NotFoundPage } from './shell/NotFoundPage.tsx';
import { strings } from './strings.ts';
import { TestsetCrumb } from './testsets/TestsetCrumb.tsx';
import { testsetQuery } from './testsets/testset-queries.ts';
import { Waiting } from './ui/Waiting.tsx';
import { AppCrumb } from './variants/AppCrumb.tsx';
import { appQuery } from './variants/app-queries.ts';
import { VariantCrumb } from './variants/VariantCrumb.tsx';
import { variantQuery } from './variants/variant-queries.ts';

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(
    part(() => import('./identity/SetupPage.tsx')),
    'SetupPage',
  ),
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search): { next?: string } => textOf(search, 'next'),
  component: lazyRouteComponent(
    part(() => import('./identity/LoginPage.tsx')),
    'LoginPage',
  ),
});

const invite = createRoute({
  getParentRoute: () => root,
  path: '/invite',
  component: lazyRouteComponent(
    part(() => import('./identity/InvitePage.tsx')),
    'InvitePage',
  ),
});

/** Guests open this page by a link, so it is outside the routes that need a session. */
const judge = createRoute({
  getParentRoute: () => root,
  path: '/judge/$evaluationId',
  // The id of the guest who judges; left out, the signed-in member judges.
  validateSearch: (search): { as?: string } => textOf(search, 'as'),
  remountDeps: ({ params }) => params,
  component: lazyRouteComponent(
    part(() => import('./judging/JudgePage.tsx')),
    'JudgePage',
  ),
});

/** Everything below needs a session. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  // The judge page works without the shell, so its first download leaves the shell out.
  component: lazyRouteComponent(
    part(() => import('./shell/AppShell.tsx')),
    'AppShell',
  ),
  beforeLoad: async ({ location }) => {
    const profile = await queryClient.ensureQueryData(profileQuery).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return undefined;
      throw error;
    });
    if (profile === undefined || isGuest(profile)) {
      throw redirect({ to: '/login', search: { next: location.href } });
    }
  },
  // Loads the user's roles first, so that pages know what to offer.
  loader: () => queryClient.ensureQueryData(workspacesQuery),
});

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/apps' });
  },
});

const apps = createRoute({
  getParentRoute: () => signedIn,
  path: '/apps',
  staticData: { crumb: () => strings.apps.title },
});

const appList = createRoute({
  getParentRoute: () => apps,
  path: '/',
  component: lazyRouteComponent(
    part(() => import('./variants/AppsPage.tsx')),
    'AppsPage',
  ),
});

const app = createRoute({
  getParentRoute: () => apps,
  path: '$appId',
  staticData: { crumb: AppCrumb },
  loader: ({ params }) => queryClient.ensureQueryData(appQuery(params.appId)),
});

const appHome = createRoute({
  getParentRoute: () => app,
  path: '/',
  component: lazyRouteComponent(
    part(() => import('./variants/AppPage.tsx')),
    'AppPage',
  ),
});

const variant = createRoute({
  getParentRoute: () => app,
  path: 'variants/$variantId',
  staticData: { crumb: VariantCrumb },
  loader: ({ params }) => queryClient.ensureQueryData(variantQuery(params)),
  // Each variant has a page of its own: text typed into one must not appear in the next.
  remountDeps: ({ params }) => params,
  component: lazyRouteComponent(
    part(() => import('./variants/VariantPage.tsx')),
    'VariantPage',
  ),
});

const environments = createRoute({
  getParentRoute: () => app,
  path: 'environments',
  staticData: { crumb: () => strings.environments.title },
  validateSearch: (search): { environment?: string } => textOf(search, 'environment'),
  component: lazyRouteComponent(
    part(() => import('./variants/EnvironmentsPage.tsx')),
    'EnvironmentsPage',
  ),
});

const testsets = createRoute({
  getParentRoute: () => app,
  path: 'testsets',
  staticData: { crumb: () => strings.testsets.title },
});

const testsetList = createRoute({
  getParentRoute: () => testsets,
  path: '/',
  component: lazyRouteComponent(
    part(() => import('./testsets/TestsetsPage.tsx')),
    'TestsetsPage',
  ),
});

const testset = createRoute({
  getParentRoute: () => testsets,
  path: '$testsetId',
  staticData: { crumb: TestsetCrumb },
  validateSearch: (search): { revision?: number } => {
    const { revision } = search;
    return typeof revision === 'number' && revision > 0 ? { revision } : {};
  },
  loader: ({ params }) => queryClient.ensureQueryData(testsetQuery(params)),
  remountDeps: ({ params }) => params,
  component: lazyRouteComponent(
    part(() => import('./testsets/TestsetPage.tsx')),
    'TestsetPage',
  ),
});

const evaluations = createRoute({
  getParentRoute: () => app,
  path: 'evaluations',
  staticData: { crumb: () => strings.evaluations.title },
});

const evaluationList = createRoute({
  getParentRoute: () => evaluations,
  path: '/',
  component: lazyRouteComponent(
    part(() => import('./evaluations/EvaluationsPage.tsx')),
    'EvaluationsPage',
  ),
});

const newEvaluation = createRoute({
  getParentRoute: () => evaluations,
  path: 'new',
  staticData: { crumb: () => strings.evaluations.create },
  component: lazyRouteComponent(
    part(() => import('./evaluations/NewEvaluationPage.tsx')),
    'NewEvaluationPage',
  ),
});

const evaluation = createRoute({
  getParentRoute: () => signedIn,
  path: '/evaluations/$evaluationId',
  staticData: { trail: EvaluationTrail, crumb: EvaluationCrumb },
  loader: ({ params }) => queryClient.ensureQueryData(evaluationQuery(params.evaluationId)),
  remountDeps: ({ params }) => params,
});

const evaluationHome = createRoute({
  getParentRoute: () => evaluation,
  path: '/',
  component: lazyRouteComponent(
    part(() => import('./evaluations/EvaluationPage.tsx')),
    'EvaluationPage',
  ),
});

const results = createRoute({
  getParentRoute: () => evaluation,
  path: 'results',
  staticData: { crumb: () => strings.evaluations.results },
  validateSearch: reportViewOf,
  component: lazyRouteComponent(
    part(() => import('./results/ResultsPage.tsx')),
    'ResultsPage',
  ),
});

const inbox = createRoute({
  getParentRoute: () => signedIn,
  path: '/inbox',
  staticData: { crumb: () => strings.evaluations.inbox.title },
  component: lazyRouteComponent(
    part(() => import('./evaluations/InboxPage.tsx')),
    'InboxPage',
  ),
});

const plan = createRoute({
  getParentRoute: () => signedIn,
  path: '/plan',
  staticData: { crumb: () => strings.planning.title },
  component: lazyRouteComponent(
    part(() => import('./evaluations/PlanPage.tsx')),
    'PlanPage',
  ),
});

const method = createRoute({
  getParentRoute: () => signedIn,
  path: '/methods/$method',
  staticData: { crumb: () => strings.results.methodPage },
  component: lazyRouteComponent(
    part(() => import('./results/MethodPage.tsx')),
    'MethodPage',
  ),
});

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  staticData: { crumb: () => strings.settings.title },
  component: lazyRouteComponent(
    part(() => import('./shell/SettingsLayout.tsx')),
    'SettingsLayout',
  ),
});

const settingsHome = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/profile' });
  },
});

const profile = createRoute({
  getParentRoute: () => settings,
  path: 'profile',
  staticData: { crumb: () => strings.settings.profile },
  component: lazyRouteComponent(
    part(() => import('./identity/ProfilePage.tsx')),
    'ProfilePage',
  ),
});

const members = createRoute({
  getParentRoute: () => settings,
  path: 'members',
  staticData: { crumb: () => strings.settings.members },
  component: lazyRouteComponent(
    part(() => import('./identity/MembersPage.tsx')),
    'MembersPage',
  ),
});

const keys = createRoute({
  getParentRoute: () => settings,
  path: 'keys',
  staticData: { crumb: () => strings.settings.keys },
  component: lazyRouteComponent(
    part(() => import('./identity/KeysPage.tsx')),
    'KeysPage',
  ),
});

const providers = createRoute({
  getParentRoute: () => settings,
  path: 'providers',
  staticData: { crumb: () => strings.providers.title },
  component: lazyRouteComponent(
    part(() => import('./outputs/ProvidersPage.tsx')),
    'ProvidersPage',
  ),
});

const routeTree = root.addChildren([
  setup,
  login,
  invite,
  judge,
  signedIn.addChildren([
    home,
    apps.addChildren([
      appList,
      app.addChildren([
        appHome,
        variant,
        environments,
        testsets.addChildren([testsetList, testset]),
        evaluations.addChildren([evaluationList, newEvaluation]),
      ]),
    ]),
    evaluation.addChildren([evaluationHome, results]),
    inbox,
    plan,
    method,
    settings.addChildren([settingsHome, profile, members, keys, providers]),
  ]),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  defaultPendingComponent: Waiting,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

function textOf<Name extends string>(
  search: Record<string, unknown>,
  name: Name,
): { [Key in Name]?: string } {
  const value = search[name];
  // A computed key widens the type of an object literal to any string.
  return (typeof value === 'string' ? { [name]: value } : {}) as { [Key in Name]?: string };
}
