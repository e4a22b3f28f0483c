import { randomUUID } from 'node:crypto';
import type { Client } from '../../src/client/client.ts';
import type { Role } from '../../src/contract/access.ts';
import type { Reachable } from './reachable.ts';
import { tokenIn } from './requests.ts';

/** A name that is unique in the test run. */
export function unique(word: string): string {
  return `${word} ${randomUUID().slice(0, 8)}`;
}

export async function makeApp(client: Client, overrides: { app_name?: string } = {}) {
  return client.createApp({ body: { app_name: unique('app'), ...overrides } });
}

export async function makeBase(
  client: Client,
  overrides: Partial<Parameters<Client['createBase']>[0]['body']> = {},
) {
  const app_id = overrides.app_id ?? (await makeApp(client)).app_id;
  return client.createBase({ body: { base_name: unique('base'), ...overrides, app_id } });
}

export async function makeVariant(
  client: Client,
  overrides: Partial<Parameters<Client['addVariantFromBase']>[0]['body']> = {},
) {
  const base_id = overrides.base_id ?? (await makeBase(client)).base_id;
  const body = {
    new_variant_name: unique('variant'),
    new_config_name: unique('config'),
    parameters: { temperature: 0.5 },
    ...overrides,
    base_id,
  };
  return client.addVariantFromBase({ body });
}

export interface Member {
  readonly email: string;
  readonly userId: string;
  readonly cookie: string;
  /** The cookie that identifies their browser at the next sign-in. */
  readonly device: string;
  /** With a session cookie. */
  readonly browser: Client;
  /** With a key for the workspace they were invited to. */
  readonly client: Client;
  readonly key: string;
  readonly organizationId: string;
  readonly workspaceId: string;
}

/** A new member with these roles, invited by the owner to the default workspace. */
export async function makeMember(server: Reachable, roles: readonly Role[]): Promise<Member> {
  const newcomer = await join(server, roles);
  const key = await newcomer.browser.createKey({ query: { workspace_id: newcomer.workspaceId } });
  return { ...newcomer, key, client: server.client(key) };
}

async function join(
  server: Reachable,
  roles: readonly Role[],
): Promise<Omit<Member, 'client' | 'key'>> {
  const home = await homeOf(server);
  const email = `${randomUUID()}@jurybox.test`;
  const [invitation] = await server.owner.inviteToWorkspace({
    parameters: { org_id: home.organizationId, workspace_id: home.workspaceId },
    body: [{ email, roles: [...roles] }],
  });
  const token = tokenIn(invitation?.invite_url);
  const joined = await server.client().reply.exchangeInvitation({
    body: { token, username: email, password: 'another long passphrase' },
  });
  const [cookie = '', device = ''] = joined.headers
    .getSetCookie()
    .map((text) => text.split(';')[0] ?? '');
  const browser = server.browser(cookie);
  return { email, userId: joined.body.profile.id, cookie, device, browser, ...home };
}

type Home = Pick<Member, 'organizationId' | 'workspaceId'>;

const homes = new WeakMap<Reachable, Home>();

/** The workspace that the owner invites to. Fetched once: the response lists all invitations. */
async function homeOf(server: Reachable): Promise<Home> {
  const known = homes.get(server);
  if (known !== undefined) return known;
  const { id } = await server.owner.fetchOwnOrganization();
  const organization = await server.owner.fetchOrganization({ parameters: { org_id: id } });
  const home = { organizationId: id, workspaceId: organization.default_workspace };
  homes.set(server, home);
  return home;
}

/** A user with their own organization, who shares nothing with the first owner. */
export async function makeForeigner(server: Reachable): Promise<Member> {
  const member = await join(server, ['viewer']);
  const organization = await member.browser.createOrganization({ body: { name: unique('org') } });
  const { default_workspace } = await member.browser.fetchOrganization({
    parameters: { org_id: organization.id },
  });
  const key = await member.browser.createKey({ query: { workspace_id: default_workspace } });
  await server.owner.removeMember({
    parameters: { workspace_id: member.workspaceId },
    query: { org_id: member.organizationId, email: member.email },
  });
  return {
    ...member,
    key,
    client: server.client(key),
    organizationId: organization.id,
    workspaceId: default_workspace,
  };
}
