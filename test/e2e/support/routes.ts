import type { Client } from '../../../src/client/client.ts';
import { furnish } from './furniture.ts';

export interface Route {
  readonly name: string;
  readonly path: string;
  /** Something that stands on the page once it is complete. */
  readonly sign: string;
}

/** Every page behind the sign-in, with something on it. */
export async function furnishedRoutes(owner: Client): Promise<readonly Route[]> {
  const { appId, conciseId } = await furnish(owner, 'support bot');
  const { id } = await owner.createTestset({
    parameters: { app_id: appId },
    body: { name: 'common questions', csvdata: QUESTIONS },
  });
  const app = `/apps/${appId}`;
  return [
    { name: 'apps', path: '/apps', sign: 'support bot' },
    { name: 'app', path: app, sign: 'baseline' },
    { name: 'variant', path: `${app}/variants/${conciseId}`, sign: 'Two sentences at most' },
    { name: 'environments', path: `${app}/environments?environment=production`, sign: 'running' },
    { name: 'testsets', path: `${app}/testsets`, sign: 'common questions' },
    { name: 'testset', path: `${app}/testsets/${id}`, sign: 'Where is my sofa?' },
    { name: 'profile', path: '/settings/profile', sign: 'this one' },
    { name: 'members', path: '/settings/members', sign: 'owner@jurybox.test' },
    { name: 'keys', path: '/settings/keys', sign: 'ownerkey' },
  ];
}

/** The pages in front of it. */
export const PUBLIC_ROUTES: readonly Route[] = [
  { name: 'login', path: '/login', sign: 'Sign in to Jurybox' },
  { name: 'setup', path: '/setup#token=invented', sign: 'Create the first owner' },
  { name: 'invite', path: '/invite#token=invented', sign: 'Join a workspace' },
  { name: 'not-found', path: '/nowhere', sign: 'There is nothing here' },
];

const QUESTIONS = [
  { question: 'Where is my sofa?', customer: 'Ada', expected: 'It arrives on Tuesday.' },
  { question: 'May I return a lamp?', customer: 'Grace', expected: 'Yes, within 30 days.' },
  { question: 'Do you ship to islands?', customer: 'Alan', expected: 'Yes, at extra cost.' },
  { question: 'The table wobbles.', customer: 'Edsger', expected: 'We send felt pads.' },
  { question: 'Is the oak solid?', customer: 'Barbara', expected: 'Solid, with an oiled finish.' },
  { question: 'Can you match a price?', customer: 'Donald', expected: 'No, prices are fixed.' },
];
