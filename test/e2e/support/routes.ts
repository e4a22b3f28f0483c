import type { Client } from '../../../src/client/client.ts';
import { furnish } from './furniture.ts';
import { type Host, makeJudgedEvaluation } from './judged-evaluation.ts';

export interface Route {
  readonly name: string;
  readonly path: string;
  /** Something that stands on the page once it is complete. */
  readonly sign: string;
}

/** Every page behind the sign-in, with something on it. */
export async function furnishedRoutes(host: Host): Promise<readonly Route[]> {
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
    { name: 'apps', path: '/apps', sign: 'support bot' },
    { name: 'app', path: app, sign: 'baseline' },
    { name: 'variant', path: `${app}/variants/${conciseId}`, sign: 'Two sentences at most' },
    { name: 'environments', path: `${app}/environments?environment=production`, sign: 'running' },
    { name: 'testsets', path: `${app}/testsets`, sign: 'common questions' },
    { name: 'testset', path: `${app}/testsets/${id}`, sign: 'Where is my sofa?' },
    { name: 'evaluations', path: `${app}/evaluations`, sign: '24 of 24 judged' },
    {
      name: 'new-evaluation',
      path: `${app}/evaluations/new`,
      sign: 'Type of evaluation',
    },
    { name: 'evaluation', path: `/evaluations/${evaluation.id}`, sign: '72 of 72 judgements' },
    {
      name: 'results',
      path: `/evaluations/${evaluation.id}/results`,
      sign: 'How this was computed',
    },
    {
      name: 'method',
      path: '/methods/win-rate',
      sign: 'How often is B preferred to A, a tie counting half?',
    },
    { name: 'inbox', path: '/inbox', sign: '24 left' },
    { name: 'plan', path: '/plan', sign: 'with 100 scenarios' },
    { name: 'judge', path: `/judge/${evaluation.openId}`, sign: '0 of 24' },
    { name: 'profile', path: '/settings/profile', sign: 'this session' },
    { name: 'members', path: '/settings/members', sign: 'owner@jurybox.test' },
    { name: 'keys', path: '/settings/keys', sign: 'ownerkey' },
    { name: 'providers', path: '/settings/providers', sign: 'in the house' },
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

/** The pages in front of it. */
export const PUBLIC_ROUTES: readonly Route[] = [
  { name: 'login', path: '/login', sign: 'Sign in to Jurybox' },
  { name: 'setup', path: '/setup#token=invented', sign: 'Create the first owner' },
  { name: 'invite', path: '/invite#token=invented', sign: 'Join a workspace' },
  { name: 'not-found', path: '/nowhere', sign: 'Nothing here' },
];

const QUESTIONS = [
  { question: 'Where is my sofa?', customer: 'no. 17', expected: 'It arrives on Tuesday.' },
  { question: 'May I return a lamp?', customer: 'no. 18', expected: 'Yes, within 30 days.' },
  { question: 'Do you ship to islands?', customer: 'no. 19', expected: 'Yes, at extra cost.' },
  { question: 'The table wobbles.', customer: 'no. 20', expected: 'We send felt pads.' },
  { question: 'Is the oak solid?', customer: 'no. 21', expected: 'Solid, with an oiled finish.' },
  { question: 'Can you match a price?', customer: 'no. 22', expected: 'No, prices are fixed.' },
];
