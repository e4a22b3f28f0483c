import { randomBytes, randomUUID } from 'node:crypto';
import { type Client, createClient } from '../../src/client/client.ts';
import type { Role } from '../../src/contract/access.ts';
import { makeForeigner, unique } from '../support/builders.ts';
import type { MadeEvaluation } from '../support/evaluations.ts';
import { plainFetch } from '../support/plain-fetch.ts';
import { OWNER_EMAIL, OWNER_KEY, OWNER_PASSWORD } from '../support/reachable.ts';
import { tokenIn } from '../support/requests.ts';
import type { TestServer } from '../support/running-server.ts';

/** A user with a password, a session and a key for one workspace. */
export interface Person {
  readonly email: string;
  readonly userId: string;
  readonly password: string;
  readonly cookie: string;
  readonly browser: Client;
  readonly key: string;
  readonly client: Client;
}

/** Where a person works. */
export interface Place {
  readonly organizationId: string;
  readonly workspaceId: string;
}

/** An app with a base, two variants, a deployment, a test set and evaluations, and a provider. */
export interface Furniture {
  readonly appId: string;
  readonly baseId: string;
  readonly variantId: string;
  readonly rivalId: string;
  readonly deploymentId: string;
  readonly testsetId: string;
  readonly evaluationId: string;
  /** Another evaluation, whose tasks can be taken. */
  readonly judgedId: string;
  readonly providerId: string;
}

/** A run that ends by itself when calls are refused, and goes on for long when no host answers. */
export interface RunToEnd {
  readonly evaluation_id: string;
  readonly ends: 'by itself' | 'when canceled';
}

/** An organization with one of every object, whose free texts all contain its canary. */
export interface Tenant extends Place, Furniture {
  readonly canary: string;
  readonly owner: Person;
  readonly fellow: Person;
  /** Evaluations for which a run may have been started; see `endRuns`. */
  readonly runs: RunToEnd[];
}

/** The most tasks that one person uses up in a test. */
const ROWS = 30;

const MEMBER_PASSWORD = 'another long passphrase';

/** The tenant of the owner that the server was started with. */
export async function makeFirstTenant(server: TestServer): Promise<Tenant> {
  const login = await server.client().reply.logIn({
    body: { email: OWNER_EMAIL, password: OWNER_PASSWORD },
  });
  const cookie = cookieOf(login.headers);
  const browser = server.browser(cookie);
  const { id } = await browser.fetchOwnOrganization();
  const { default_workspace } = await browser.fetchOrganization({ parameters: { org_id: id } });
  const owner = {
    email: OWNER_EMAIL,
    userId: login.body.id,
    password: OWNER_PASSWORD,
    cookie,
    browser,
    key: OWNER_KEY,
    client: server.owner,
  };
  return makeTenant(server, owner, { organizationId: id, workspaceId: default_workspace });
}

/** A tenant that shares nothing with the first one. */
export async function makeForeignTenant(server: TestServer): Promise<Tenant> {
  const foreigner = await makeForeigner(server);
  return makeTenant(server, { ...foreigner, password: MEMBER_PASSWORD }, foreigner);
}

/** Makes a new member of the tenant's workspace with these roles. */
export async function join(
  server: TestServer,
  { owner, organizationId, workspaceId }: Place & { owner: Person },
  roles: readonly Role[],
): Promise<Person> {
  const email = `${randomUUID()}@jurybox.test`;
  const token = await invite(owner.client, {
    parameters: { org_id: organizationId, workspace_id: workspaceId },
    body: [{ email, roles: [...roles] }],
  });
  const joined = await server.client().reply.exchangeInvitation({
    body: { token, username: email, password: MEMBER_PASSWORD },
  });
  const cookie = cookieOf(joined.headers);
  const browser = server.browser(cookie);
  const key = await browser.createKey({ query: { workspace_id: workspaceId } });
  return {
    email,
    userId: joined.body.profile.id,
    password: MEMBER_PASSWORD,
    cookie,
    browser,
    key,
    client: server.client(key),
  };
}

/** Invites one person and returns the token of their link. */
export async function invite(
  inviter: Client,
  input: Parameters<Client['inviteToWorkspace']>[0],
): Promise<string> {
  const [invitation] = await inviter.inviteToWorkspace(input);
  return tokenIn(invitation?.invite_url);
}

/** The same person, every reply to whom is also passed to `receive`. */
export function withRecorder(
  server: TestServer,
  person: Person,
  receive: (text: string) => void,
): Person {
  const watchingFetch: typeof fetch = async (input, init) => {
    const response = await plainFetch(input, init);
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`);
    receive(headers.join('\n'));
    if (response.body === null) {
      receive(await response.text());
      return response;
    }
    const passOn = new TransformStream<Uint8Array, Uint8Array>({
      transform: (part, controller) => {
        receive(Buffer.from(part).toString());
        controller.enqueue(part);
      },
    });
    return new Response(response.body.pipeThrough(passOn), response);
  };
  const baseUrl = server.url;
  return {
    ...person,
    client: createClient({ baseUrl, apiKey: person.key, fetch: watchingFetch }),
    browser: createClient({
      baseUrl,
      headers: { cookie: person.cookie, 'sec-fetch-site': 'same-origin' },
      fetch: watchingFetch,
    }),
  };
}

export function cookieOf(headers: Headers): string {
  return (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

/** Makes one of every object of a workspace. */
export async function makeFurniture(client: Client, canary: string): Promise<Furniture> {
  const { app_id } = await client.createApp({ body: { app_name: unique(canary) } });
  const { base_id, variant } = await client.createBase({
    body: {
      app_id,
      base_name: unique(canary),
      uri: `https://${canary}.example/`,
      parameters: { [canary]: canary },
      commit_message: canary,
    },
  });
  const deployed = await client.reply.deployVariant({
    body: {
      environment_name: 'production',
      variant_id: variant.variant_id,
      commit_message: canary,
    },
  });
  const { id: testsetId } = await client.createTestset({
    parameters: { app_id },
    body: {
      name: unique(canary),
      csvdata: Array.from({ length: ROWS }, () => ({ [canary]: canary })),
      commit_message: canary,
    },
  });
  const rival = await client.addVariantFromBase({
    body: {
      base_id,
      new_variant_name: unique(canary),
      new_config_name: unique(canary),
      parameters: {},
    },
  });
  const variants = [variant, rival];
  const parts = { app_id, testset_id: testsetId, variants };
  const evaluation = await makeEvaluation(client, canary, parts);
  const judged = await makeEvaluation(client, canary, parts);
  await importOutputs(client, judged, canary);
  const { workspace_id } = await client.fetchApp({ parameters: { app_id } });
  const provider = await client.createProvider({
    body: { workspace_id, ...newProvider(canary), api_key: canary },
  });
  return {
    appId: app_id,
    baseId: base_id,
    providerId: provider.id,
    testsetId,
    evaluationId: evaluation.evaluation_id,
    judgedId: judged.evaluation_id,
    variantId: variant.variant_id,
    rivalId: rival.variant_id,
    deploymentId: (deployed.headers.get('location') ?? '').split('/').at(-1) ?? '',
  };
}

/** Imports all outputs at once: written one by one, they took most of the time. */
async function importOutputs(
  client: Client,
  { evaluation_id, variants }: MadeEvaluation,
  canary: string,
): Promise<void> {
  const rows = [variants.map(({ id }) => id), ...Array(ROWS).fill(variants.map(() => canary))];
  const file = new File([rows.map((row) => row.join(',')).join('\n')], 'outputs.csv');
  await client.importOutputs({ parameters: { evaluation_id }, body: { file } });
}

/** Its address does not exist, so no test depends on another host. */
export function newProvider(canary: string) {
  return { name: unique(canary), base_url: `https://${canary}.invalid/v1` };
}

interface Parts {
  readonly app_id: string;
  readonly testset_id: string;
  readonly variants: readonly { readonly variant_id: string; readonly variant_name: string }[];
}

async function makeEvaluation(
  client: Client,
  canary: string,
  { variants, ...parts }: Parts,
): Promise<MadeEvaluation> {
  const evaluation_type = 'human_a_b_testing';
  const { id } = await client.createHumanEvaluation({
    body: {
      ...parts,
      variant_ids: variants.map(({ variant_id }) => variant_id),
      evaluation_type,
      inputs: [canary],
      status: 'EVALUATION_INITIALIZED',
      settings: { judgements_per_task: 20, guidelines: canary },
    },
  });
  return {
    ...parts,
    evaluation_id: id,
    evaluation_type,
    variants: variants.map(({ variant_id, variant_name }) => ({
      id: variant_id,
      name: variant_name,
    })),
  };
}

async function makeTenant(server: TestServer, owner: Person, place: Place): Promise<Tenant> {
  const canary = `canary${randomBytes(8).toString('hex')}`;
  const described = { name: unique(canary), description: canary };
  const { organizationId, workspaceId } = place;
  await owner.browser.updateOrganization({
    parameters: { org_id: organizationId },
    body: described,
  });
  await owner.browser.updateWorkspace({
    parameters: { org_id: organizationId, workspace_id: workspaceId },
    body: described,
  });
  return {
    ...(await makeFurniture(owner.client, canary)),
    organizationId,
    workspaceId,
    canary,
    runs: [],
    owner,
    fellow: await join(server, { ...place, owner }, ['viewer', 'evaluator']),
  };
}
