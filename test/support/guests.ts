import type { CallInput, Client } from '../../src/client/client.ts';
import { makeHumanEvaluation } from './evaluations.ts';
import { cookieIn, tokenIn } from './requests.ts';
import type { TestServer } from './running-server.ts';

export interface MadeLink {
  readonly id: string;
  readonly url: string;
  readonly token: string;
  readonly evaluationId: string;
}

export async function makeLink(
  client: Client,
  wish: CallInput<'createAnnotatorInvitation'>['body'] & { evaluationId?: string } = {},
): Promise<MadeLink> {
  const { evaluationId = (await makeHumanEvaluation(client)).evaluation_id, ...body } = wish;
  const { id, url } = await client.createAnnotatorInvitation({
    parameters: { evaluation_id: evaluationId },
    body,
  });
  return { id, url, token: tokenIn(url), evaluationId };
}

export interface MadeGuest {
  readonly id: string;
  readonly name: string;
  readonly cookie: string;
  readonly browser: Client;
  readonly evaluationId: string;
}

/** Follows a link. */
export async function enter(
  server: Pick<TestServer, 'client' | 'browser'>,
  { token, evaluationId }: Pick<MadeLink, 'token' | 'evaluationId'>,
  name = 'Guest',
): Promise<MadeGuest> {
  const { status, headers, body } = await server.client().reply.exchangeInvitation({
    body: { token, username: name },
  });
  if (status !== 200) throw new Error(`Entering was answered with ${status}.`);
  const cookie = cookieIn(headers);
  return { id: body.profile.id, name, cookie, browser: server.browser(cookie), evaluationId };
}
