import type { CallInput, Client } from '../../src/client/client.ts';
import type { Provider } from '../../src/contract/outputs/providers.ts';
import { unique } from './builders.ts';
import { type Answerer, answerJson } from './target-server.ts';

type NewProvider = CallInput<'createProvider'>['body'];

/** The default workspace of the client's own organization. */
export async function workspaceOf(client: Client): Promise<string> {
  const { id } = await client.fetchOwnOrganization();
  return (await client.fetchOrganization({ parameters: { org_id: id } })).default_workspace;
}

/** A provider, by default without secrets. */
export async function makeProvider(
  client: Client,
  overrides: Partial<NewProvider> = {},
): Promise<Provider> {
  const workspace_id = overrides.workspace_id ?? (await workspaceOf(client));
  const base_url = 'https://models.example/v1';
  return client.createProvider({
    body: { name: unique('provider'), base_url, ...overrides, workspace_id },
  });
}

/** Answers any chat call. */
export const answerChat: Answerer = (request, response) => {
  const choices = [{ message: { role: 'assistant', content: 'OK' }, finish_reason: 'stop' }];
  request.resume();
  answerJson({ choices })(request, response);
};
