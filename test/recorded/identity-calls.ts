import type { Client } from '../../src/client/client.ts';
import { cookieIn, tokenIn } from '../support/requests.ts';
import type { TestServer } from '../support/running-server.ts';
import type { Recorder } from './recorder.ts';

const PASSWORD = 'correct horse battery staple';
const NEXT_PASSWORD = 'paper crane over the lake';

/** The clients that make the later calls, and their workspace. */
export interface Staff {
  /** The first owner, with a key. */
  readonly owner: Client;
  /** The first owner, signed in. */
  readonly browser: Client;
  /** An invited editor, signed in. */
  readonly colleague: Client;
  readonly workspaceId: string;
}

/** First start, sign-in, keys, organizations, members. */
export async function callIdentity(server: TestServer, { watch }: Recorder): Promise<Staff> {
  const anyone = watch(server.client());
  await anyone.checkHealth();
  await anyone.checkLiveness();
  await anyone.checkReadiness();
  await anyone.readOpenApi();
  await anyone.readDocs();
  await anyone.checkSetup();
  const founded = await anyone.reply.setUp({
    body: {
      token: tokenIn(server.setupUrl),
      email: 'ada@example.com',
      username: 'Ada',
      password: PASSWORD,
    },
  });
  const browser = watch(server.browser(cookieIn(founded.headers)));
  await browser.checkSession();
  await callSessions(anyone, browser);
  const { id: org_id } = await browser.fetchOwnOrganization();
  const own = await browser.fetchOrganization({ parameters: { org_id } });
  const workspace_id = own.default_workspace;
  const owner = await callKeys(server, { browser, watch, workspace_id });
  const place = { org_id, workspace_id };
  const colleague = await callMembers(server, { anyone, browser, watch, place });
  await owner.fetchProfile();
  await owner.readMetrics();
  return { owner, browser, colleague, workspaceId: workspace_id };
}

async function callSessions(anyone: Client, browser: Client): Promise<void> {
  await anyone.logIn({ body: { email: 'ada@example.com', password: PASSWORD } });
  const sessions = await browser.listSessions();
  const other = sessions.find(({ current }) => !current);
  await browser.endSession({ parameters: { session_id: other?.id ?? '' } });
  await browser.changePassword({
    body: { current_password: PASSWORD, new_password: NEXT_PASSWORD },
  });
}

interface KeyScene {
  readonly browser: Client;
  readonly watch: Recorder['watch'];
  readonly workspace_id: string;
}

async function callKeys(server: TestServer, scene: KeyScene): Promise<Client> {
  const { browser, watch, workspace_id } = scene;
  const key = await browser.createKey({
    query: { workspace_id, expires_in_days: 90, name: 'nightly build' },
  });
  const owner = watch(server.client(key));
  await owner.listKeys();
  await owner.validateKey({ parameters: { key_prefix: key.slice(0, 8) } });
  const second = await browser.createKey({ query: { workspace_id, scopes: 'read,judge' } });
  await owner.deleteKey({ parameters: { key_prefix: second.slice(0, 8) } });
  return owner;
}

interface MemberScene {
  readonly anyone: Client;
  readonly browser: Client;
  readonly watch: Recorder['watch'];
  readonly place: { readonly org_id: string; readonly workspace_id: string };
}

async function callMembers(server: TestServer, scene: MemberScene): Promise<Client> {
  const { anyone, browser, watch, place } = scene;
  const email = 'grace@example.com';
  await browser.inviteToWorkspace({ parameters: place, body: [{ email, roles: ['editor'] }] });
  const other = 'alan@example.com';
  await browser.inviteToWorkspace({
    parameters: place,
    body: [{ email: other, roles: ['viewer'] }],
  });
  await browser.withdrawInvitation({ parameters: place, query: { email: other } });
  const { invite_url } = await browser.resendInvitation({ parameters: place, body: { email } });
  const joined = await anyone.reply.exchangeInvitation({
    body: { token: tokenIn(invite_url), username: 'Grace', password: PASSWORD },
  });
  const colleague = watch(server.browser(cookieIn(joined.headers)));
  await callRoles(browser, place, email);
  await callWorkspaces({ browser, colleague, org_id: place.org_id, email });
  await callTrail(browser, place.workspace_id);
  const [invited] = await browser.inviteToWorkspace({
    parameters: place,
    body: [{ email: other, roles: ['viewer'] }],
  });
  const leaving = await anyone.exchangeInvitation({
    body: { token: tokenIn(invited?.invite_url), username: 'Alan', password: PASSWORD },
  });
  const person_id = leaving.profile.id;
  await browser.deletePerson({ parameters: { workspace_id: place.workspace_id, person_id } });
  const { reset_url } = await browser.createPasswordReset({
    parameters: { workspace_id: place.workspace_id },
    body: { organization_id: place.org_id, email },
  });
  await anyone.resetPassword({ body: { token: tokenIn(reset_url), new_password: NEXT_PASSWORD } });
  const again = await anyone.reply.logIn({ body: { email, password: NEXT_PASSWORD } });
  await watch(server.browser(cookieIn(again.headers))).logOut();
  const last = await anyone.reply.logIn({ body: { email, password: NEXT_PASSWORD } });
  return watch(server.browser(cookieIn(last.headers)));
}

async function callRoles(
  browser: Client,
  { org_id, workspace_id }: MemberScene['place'],
  email: string,
): Promise<void> {
  const parameters = { workspace_id };
  await browser.listRoles();
  await browser.listPermissions();
  await browser.assignRole({
    parameters,
    body: { email, organization_id: org_id, role: 'deployment_manager' },
  });
  await browser.replaceRoles({
    parameters,
    body: { email, organization_id: org_id, roles: ['editor', 'deployment_manager'] },
  });
  await browser.unassignRole({ parameters, query: { email, org_id, role: 'deployment_manager' } });
}

async function callTrail(browser: Client, workspace_id: string): Promise<void> {
  const parameters = { workspace_id };
  const body = { audit_days: 730, evaluation_days: null };
  await browser.updateRetention({ parameters, body });
  await browser.fetchRetention({ parameters });
  const query = { operation: 'replaceRoles' };
  await browser.listAuditEntries({ parameters, query });
  await browser.exportAuditEntries({ parameters, query });
  await browser.verifyAuditTrail({ parameters });
}

interface WorkspaceScene {
  readonly browser: Client;
  readonly colleague: Client;
  readonly org_id: string;
  readonly email: string;
}

async function callWorkspaces(scene: WorkspaceScene): Promise<void> {
  const { browser, colleague, org_id, email } = scene;
  const { id } = await browser.createWorkspace({
    parameters: { org_id },
    body: { name: 'Search', description: 'Everything about search.' },
  });
  const parameters = { org_id, workspace_id: id };
  await browser.updateWorkspace({ parameters, body: { description: 'Search and ranking.' } });
  const [invitation] = await browser.inviteToWorkspace({
    parameters,
    body: [{ email, roles: ['viewer'] }],
  });
  const body = { token: tokenIn(invitation?.invite_url) };
  await colleague.acceptInvitation({ parameters, body });
  await browser.removeMember({ parameters: { workspace_id: id }, query: { org_id, email } });
  await browser.listOrganizations();
  await browser.createOrganization({ body: { name: 'Research', description: 'Side projects.' } });
  await browser.updateOrganization({ parameters: { org_id }, body: { name: 'Example Ltd' } });
}
