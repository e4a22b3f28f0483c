import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { queryClient } from './api.ts';
import { EvaluationCrumb } from './evaluations/EvaluationCrumb.tsx';
import { EvaluationTrail } from './evaluations/EvaluationTrail.tsx';
import { evaluationQuery, overviewQuery } from './evaluations/evaluation-queries.ts';
import { type IssueSearch, issueSearchOf } from './evaluations/issue-search.ts';
import {
  type NewEvaluationSearch,
  newEvaluationSearchOf,
} from './evaluations/new-evaluation-search.ts';
import { type OverviewSearch, overviewSearchOf } from './evaluations/overview-search.ts';
import { findSignedIn, workspacesQuery } from './identity/session-queries.ts';
import { part } from './load-part.ts';
import { methodQuery } from './results/method-query.ts';
import { type ReportView, reportViewOf } from './results/report-view.ts';
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

/** A page whose code is loaded when it is first opened. */
function page<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(part(load), name);
}

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: page(() => import('./identity/SetupPage.tsx'), 'SetupPage'),
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: onlyValid<{ next?: string }>((search) => textOf(search, 'next')),
  component: page(() => import('./identity/LoginPage.tsx'), 'LoginPage'),
});

const invite = createRoute({
  getParentRoute: () => root,
  path: '/invite',
  component: page(() => import('./identity/InvitePage.tsx'), 'InvitePage'),
});

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: page(() => import('./identity/ResetPage.tsx'), 'ResetPage'),
});

/** Guests open this page by a link, so it is outside the routes that need a session. */
const judge = createRoute({
  getParentRoute: () => root,
  path: '/judge/$evaluationId',
  // The id of the guest who judges; without it, the signed-in member judges.
  validateSearch: onlyValid<{ as?: string }>((search) => textOf(search, 'as')),
  remountDeps: ({ params }) => params,
  component: page(() => import('./judging/JudgePage.tsx'), 'JudgePage'),
});

/** Readable without an account, for questions that arise before sign-in. */
const guide = createRoute({
  getParentRoute: () => root,
  path: '/docs',
  component: page(() => import('./guide/GuidePage.tsx'), 'GuidePage'),
});

const guidePage = createRoute({ getParentRoute: () => guide, path: '$page' });

/** Everything below needs a session. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  // The judge page works without the shell, so its first download leaves the shell out.
  component: page(() => import('./shell/AppShell.tsx'), 'AppShell'),
  beforeLoad: async ({ location }) => {
    if ((await findSignedIn(queryClient)) === undefined) {
      throw redirect({ to: '/login', search: { next: location.href } });
    }
  },
  // Loads the user's roles first, so that pages know which actions to offer.
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
  component: page(() => import('./variants/AppsPage.tsx'), 'AppsPage'),
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
  component: page(() => import('./variants/AppPage.tsx'), 'AppPage'),
});

const variant = createRoute({
  getParentRoute: () => app,
  path: 'variants/$variantId',
  staticData: { crumb: VariantCrumb },
  loader: ({ params }) => queryClient.ensureQueryData(variantQuery(params)),
  // Remounts for each variant: text typed into one must not appear in the next.
  remountDeps: ({ params }) => params,
  component: page(() => import('./variants/VariantPage.tsx'), 'VariantPage'),
});

const environments = createRoute({
  getParentRoute: () => app,
  path: 'environments',
  staticData: { crumb: () => strings.environments.title },
  validateSearch: onlyValid<{ environment?: string }>((search) => textOf(search, 'environment')),
  component: page(() => import('./variants/EnvironmentsPage.tsx'), 'EnvironmentsPage'),
});

const testsets = createRoute({
  getParentRoute: () => app,
  path: 'testsets',
  staticData: { crumb: () => strings.testsets.title },
});

const testsetList = createRoute({
  getParentRoute: () => testsets,
  path: '/',
  component: page(() => import('./testsets/TestsetsPage.tsx'), 'TestsetsPage'),
});

const testset = createRoute({
  getParentRoute: () => testsets,
  path: '$testsetId',
  staticData: { crumb: TestsetCrumb },
  validateSearch: onlyValid<{ revision?: number }>(({ revision }) => {
    const isRevision =
      typeof revision === 'number' && Number.isSafeInteger(revision) && revision > 0;
    return isRevision ? { revision } : {};
  }),
  loader: ({ params }) => queryClient.ensureQueryData(testsetQuery(params)),
  remountDeps: ({ params }) => params,
  component: page(() => import('./testsets/TestsetPage.tsx'), 'TestsetPage'),
});

const evaluations = createRoute({
  getParentRoute: () => app,
  path: 'evaluations',
  staticData: { crumb: () => strings.evaluations.title },
});

const evaluationList = createRoute({
  getParentRoute: () => evaluations,
  path: '/',
  validateSearch: onlyValid<OverviewSearch>(overviewSearchOf),
  // Rows stay while another filter loads, but not when the app changes.
  remountDeps: ({ params }) => params,
  component: page(() => import('./evaluations/EvaluationsPage.tsx'), 'EvaluationsPage'),
});

const newEvaluation = createRoute({
  getParentRoute: () => evaluations,
  path: 'new',
  staticData: { crumb: () => strings.evaluations.create },
  validateSearch: onlyValid<NewEvaluationSearch>(newEvaluationSearchOf),
  // Steps share one draft; another app or another evaluation to copy starts a new one.
  remountDeps: ({ params, search }) => [params.appId, search.from],
  component: page(() => import('./evaluations/NewEvaluationPage.tsx'), 'NewEvaluationPage'),
});

const evaluation = createRoute({
  getParentRoute: () => signedIn,
  path: '/evaluations/$evaluationId',
  staticData: { trail: EvaluationTrail, crumb: EvaluationCrumb },
  loader: ({ params }) =>
    Promise.all([
      queryClient.ensureQueryData(evaluationQuery(params.evaluationId)),
      queryClient.ensureQueryData(overviewQuery(params.evaluationId)),
    ]),
  remountDeps: ({ params }) => params,
  // Without a component, nothing would be remounted.
  component: Outlet,
});

const evaluationHome = createRoute({
  getParentRoute: () => evaluation,
  path: '/',
  component: page(() => import('./evaluations/EvaluationPage.tsx'), 'EvaluationPage'),
});

const results = createRoute({
  getParentRoute: () => evaluation,
  path: 'results',
  staticData: { crumb: () => strings.evaluations.results },
  validateSearch: onlyValid<ReportView>(reportViewOf),
  component: page(() => import('./results/ResultsPage.tsx'), 'ResultsPage'),
});

const start = createRoute({
  getParentRoute: () => signedIn,
  path: '/start',
  staticData: { crumb: () => strings.start.title },
  component: page(() => import('./evaluations/StartPage.tsx'), 'StartPage'),
});

const issues = createRoute({
  getParentRoute: () => evaluation,
  path: 'issues',
  staticData: { crumb: () => strings.issues.title },
  validateSearch: onlyValid<IssueSearch>(issueSearchOf),
  component: page(() => import('./evaluations/IssuesPage.tsx'), 'IssuesPage'),
});

const inbox = createRoute({
  getParentRoute: () => signedIn,
  path: '/inbox',
  staticData: { crumb: () => strings.overviews.home.title },
  component: page(() => import('./evaluations/InboxPage.tsx'), 'InboxPage'),
});

const plan = createRoute({
  getParentRoute: () => signedIn,
  path: '/plan',
  staticData: { crumb: () => strings.planning.title },
  component: page(() => import('./evaluations/PlanPage.tsx'), 'PlanPage'),
});

const method = createRoute({
  getParentRoute: () => signedIn,
  path: '/methods/$method',
  staticData: { crumb: () => strings.results.methodPage },
  loader: ({ params }) => queryClient.ensureQueryData(methodQuery(params.method)),
  component: page(() => import('./results/MethodPage.tsx'), 'MethodPage'),
});

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  staticData: { crumb: () => strings.settings.title },
  component: page(() => import('./shell/SettingsLayout.tsx'), 'SettingsLayout'),
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
  component: page(() => import('./identity/ProfilePage.tsx'), 'ProfilePage'),
});

const members = createRoute({
  getParentRoute: () => settings,
  path: 'members',
  staticData: { crumb: () => strings.settings.members },
  validateSearch: onlyValid<{ open?: string }>((search) => textOf(search, 'open')),
  component: page(() => import('./identity/MembersPage.tsx'), 'MembersPage'),
});

const keys = createRoute({
  getParentRoute: () => settings,
  path: 'keys',
  staticData: { crumb: () => strings.settings.keys },
  validateSearch: onlyValid<{ open?: string }>((search) => textOf(search, 'open')),
  component: page(() => import('./identity/KeysPage.tsx'), 'KeysPage'),
});

const providers = createRoute({
  getParentRoute: () => settings,
  path: 'providers',
  staticData: { crumb: () => strings.providers.title },
  component: page(() => import('./outputs/ProvidersPage.tsx'), 'ProvidersPage'),
});

const audit = createRoute({
  getParentRoute: () => settings,
  path: 'audit',
  staticData: { crumb: () => strings.audit.title },
  component: page(() => import('./identity/AuditPage.tsx'), 'AuditPage'),
});

const routeTree = root.addChildren([
  setup,
  login,
  invite,
  reset,
  judge,
  guide.addChildren([guidePage]),
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
    evaluation.addChildren([evaluationHome, results, issues]),
    start,
    inbox,
    plan,
    method,
    settings.addChildren([settingsHome, profile, members, keys, providers, audit]),
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

/** The router keeps parameters that a validator leaves out, unless it sets them to undefined. */
function onlyValid<Search>(read: (search: Record<string, unknown>) => Search) {
  return (search: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...read(search),
  });
}

function textOf<Name extends string>(
  search: Record<string, unknown>,
  name: Name,
): { [Key in Name]?: string } {
  const value = search[name];
  // A computed key widens the type of an object literal to any string.
  return (typeof value === 'string' ? { [name]: value } : {}) as { [Key in Name]?: string };
}
