import type { Client } from '../../../src/client/client.ts';
import { furnish } from './furniture.ts';
import { type Host, makeJudgedEvaluation } from './judged-evaluation.ts';

export interface Route {
  readonly name: string;
  readonly path: string;
  /** A text on the page once it is complete. */
  readonly sign: string;
}

export interface TitledRoute extends Route {
  /** The title of the browser's tab, without the name of the product. */
  readonly title: string;
}

/** Every page behind the sign-in, with data on it. */
export async function furnishedRoutes(host: Host): Promise<readonly TitledRoute[]> {
  const { owner } = host;
  const furniture = await furnish(owner, 'support bot');
  const { appId, conciseId } = furniture;
  const { id } = await owner.createTestset({
    parameters: { app_id: appId },
    body: { name: 'common questions', csvdata: QUESTIONS },
  });
  const evaluation = await makeJudgedEvaluation(host, furniture);
  await addProvider(owner, appId);
  const app = `/apps/${appId}`;
  return [
    { name: 'apps', title: 'Apps', path: '/apps', sign: 'support bot' },
    { name: 'app', title: 'support bot', path: app, sign: 'baseline' },
    {
      name: 'variant',
      title: 'concise',
      path: `${app}/variants/${conciseId}`,
      sign: 'Two sentences at most',
    },
    {
      name: 'environments',
      title: 'Environments',
      path: `${app}/environments?environment=production`,
      sign: 'running',
    },
    { name: 'testsets', title: 'Test sets', path: `${app}/testsets`, sign: 'common questions' },
    {
      name: 'testset',
      title: 'common questions',
      path: `${app}/testsets/${id}`,
      sign: 'Where is my sofa?',
    },
    {
      name: 'evaluations',
      title: 'Evaluations',
      path: `${app}/evaluations`,
      sign: '24 of 24 scenarios complete',
    },
    {
      name: 'new-evaluation',
      title: 'New evaluation',
      path: `${app}/evaluations/new`,
      sign: 'Type of evaluation',
    },
    {
      name: 'evaluation',
      title: 'baseline vs concise on customer questions',
      path: `/evaluations/${evaluation.id}`,
      sign: '72 of 72 judgements',
    },
    {
      name: 'results',
      title: 'Results: baseline vs concise on customer questions',
      path: `/evaluations/${evaluation.id}/results`,
      sign: 'How this was computed',
    },
    {
      name: 'issues',
      title: 'Issues: baseline vs concise on customer questions',
      path: `/evaluations/${evaluation.id}/issues?state=any`,
      sign: 'Issues',
    },
    {
      name: 'method',
      title: 'Win rate with ties, clustered by case',
      path: '/methods/win-rate',
      sign: 'How often is B preferred to A, a tie counting half?',
    },
    {
      name: 'start',
      title: 'Start from a spreadsheet',
      path: '/start',
      sign: 'Drop a spreadsheet here',
    },
    { name: 'inbox', title: 'Inbox', path: '/inbox', sign: '24 left' },
    { name: 'plan', title: 'Plan', path: '/plan', sign: 'with 100 scenarios' },
    { name: 'judge', title: 'Judge', path: `/judge/${evaluation.openId}`, sign: '0 of 24' },
    {
      name: 'briefing',
      title: 'Judge',
      path: `/judge/${evaluation.briefedId}`,
      sign: 'Before you start',
    },
    {
      name: 'profile',
      title: 'Profile · Settings',
      path: '/settings/profile',
      sign: 'this session',
    },
    {
      name: 'members',
      title: 'Members · Settings',
      path: '/settings/members',
      sign: 'owner@jurybox.test',
    },
    { name: 'keys', title: 'API keys · Settings', path: '/settings/keys', sign: 'ownerkey' },
    {
      name: 'providers',
      title: 'Providers · Settings',
      path: '/settings/providers',
      sign: 'in the house',
    },
    {
      name: 'audit',
      title: 'Audit trail · Settings',
      path: '/settings/audit',
      sign: 'Keep audit entries (days)',
    },
  ];
}

async function addProvider(owner: Client, app_id: string): Promise<void> {
  const { workspace_id } = await owner.fetchApp({ parameters: { app_id } });
  await owner.createProvider({
    body: {
      workspace_id: workspace_id ?? '',
      name: 'in the house',
      base_url: 'https://models.jurybox.test/v1',
      api_key: 'sk-0123456789abcdef',
      requests_per_minute: 600,
    },
  });
}

/** The pages in front of the sign-in. */
export const PUBLIC_ROUTES: readonly TitledRoute[] = [
  { name: 'login', title: 'Sign in to Jurybox', path: '/login', sign: 'Sign in to Jurybox' },
  {
    name: 'setup',
    title: 'Create the first owner',
    path: '/setup#token=invented',
    sign: 'Create the first owner',
  },
  {
    name: 'invite',
    title: 'Join a workspace',
    path: '/invite#token=invented',
    sign: 'Join a workspace',
  },
  { name: 'guide', title: 'Security', path: '/docs/security', sign: 'Secrets of providers' },
  { name: 'not-found', title: 'Not found', path: '/nowhere', sign: 'Nothing here' },
];

const QUESTIONS = [
  { question: 'Where is my sofa?', customer: 'no. 17', expected: 'It arrives on Tuesday.' },
  { question: 'May I return a lamp?', customer: 'no. 18', expected: 'Yes, within 30 days.' },
  { question: 'Do you ship to islands?', customer: 'no. 19', expected: 'Yes, at extra cost.' },
  { question: 'The table wobbles.', customer: 'no. 20', expected: 'We send felt pads.' },
  { question: 'Is the oak solid?', customer: 'no. 21', expected: 'Solid, with an oiled finish.' },
  { question: 'Can you match a price?', customer: 'no. 22', expected: 'No, prices are fixed.' },
];
