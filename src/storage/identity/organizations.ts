import type { Reference } from '../../domain/ids.ts';
import { type Caller, credentialParameters, IS_VALID, notFound } from '../callers.ts';
import { findRow, type Queryable, type Transaction } from '../database.ts';
import { type AgeKey, byAge, type Page, pageParameters } from '../page.ts';
import { type Parameter, type Row, statement } from '../statement.ts';
import { namedWriter } from '../writers.ts';

/** Some of the caller's organizations: a page of them, or the one with the id. */
export interface OrganizationQuery {
  readonly id: string | undefined;
  readonly page: Page<AgeKey>;
}

/** The part of a statement that selects the organizations `o` of a query; takes $1 to $6. */
export const ORGANIZATIONS_OF_QUERY = `
   FROM organization_callers c JOIN organizations o ON o.id = c.organization_id
   WHERE ${IS_VALID}
     AND (CAST($3 AS text) IS NULL OR CAST(o.id AS text) = $3)
     ${byAge('o', 4)}`;

export function organizationParameters(caller: Caller, query: OrganizationQuery): Parameter[] {
  return [...credentialParameters(caller), query.id ?? null, ...pageParameters(query.page)];
}

const LIST_ORGANIZATIONS = statement(
  `SELECT c.user_id AS caller_id, o.id, o.name, o.description, o.type, o.owner_id, o.created_at,
     (SELECT w.id FROM workspaces w WHERE w.organization_id = o.id AND w.is_default = 1)
       AS default_workspace_id
   ${ORGANIZATIONS_OF_QUERY}`,
  {
    callerId: 'text',
    id: 'text',
    name: 'text',
    description: 'text',
    type: 'text',
    ownerId: 'text',
    createdAt: 'integer',
    defaultWorkspaceId: 'text',
  },
);

export type Organization = Row<typeof LIST_ORGANIZATIONS>;

export async function listOrganizations(
  db: Queryable,
  caller: Caller,
  query: OrganizationQuery,
): Promise<readonly Organization[]> {
  return db.query(LIST_ORGANIZATIONS, organizationParameters(caller, query));
}

export async function getOrganization(
  db: Queryable,
  caller: Caller,
  organization: Reference,
): Promise<Organization> {
  if (organization.id === undefined) throw notFound('organization', organization);
  const query = { id: organization.id, page: { after: undefined, limit: 1 } };
  const [row] = await listOrganizations(db, caller, query);
  if (row === undefined) throw notFound('organization', organization);
  return row;
}

const FIND_OWN_ORGANIZATION = statement(
  `SELECT o.id, o.name, o.owner_id
   FROM organization_callers c JOIN organizations o ON o.id = c.organization_id
   WHERE ${IS_VALID} AND o.owner_id = c.user_id
   ORDER BY o.created_at, o.id LIMIT 1`,
  { id: 'text', name: 'text', ownerId: 'text' },
);

/** The first organization the caller owns. */
export async function findOwnOrganization(
  db: Queryable,
  caller: Caller,
): Promise<Row<typeof FIND_OWN_ORGANIZATION> | undefined> {
  return findRow(db, FIND_OWN_ORGANIZATION, credentialParameters(caller));
}

export const insertOrganization = namedWriter(
  `INSERT INTO organizations (id, name, description, type, owner_id, created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $6)`,
  {
    id: 'text',
    name: 'text',
    description: 'text',
    type: 'text',
    ownerId: 'text',
    now: 'integer',
  },
);

const FIND_INSTALLATION_OWNER = statement(
  'SELECT owner_id FROM organizations ORDER BY created_at, id LIMIT 1',
  { ownerId: 'text' },
);

/** The owner of the first organization, which is created when the installation is set up. */
export async function findInstallationOwner(db: Queryable): Promise<string | undefined> {
  return (await findRow(db, FIND_INSTALLATION_OWNER, []))?.ownerId;
}

const COUNT_OWNED = statement('SELECT COUNT(*) AS owned FROM organizations WHERE owner_id = $1', {
  owned: 'integer',
});

export async function countOrganizationsOf(db: Queryable, userId: string): Promise<number> {
  return (await findRow(db, COUNT_OWNED, [userId]))?.owned ?? 0;
}

const LOCK_ORGANIZATION = statement(
  `UPDATE organizations SET updated_at = updated_at
   WHERE id = $3 AND id IN (SELECT c.organization_id FROM organization_callers c WHERE ${IS_VALID})`,
  {},
);

/** Makes other writers of the organization wait until this transaction ends. */
export async function lockOrganization(
  tx: Transaction,
  caller: Caller,
  organization: Reference,
): Promise<void> {
  if (organization.id === undefined) return;
  await tx.query(LOCK_ORGANIZATION, [...credentialParameters(caller), organization.id]);
}

export const updateOrganization = namedWriter(
  `UPDATE organizations SET
     updated_at = CASE WHEN name = $2 AND description = $3 THEN updated_at ELSE $4 END,
     name = $2, description = $3
   WHERE id = $1`,
  {
    id: 'text',
    name: 'text',
    description: 'text',
    now: 'integer',
  },
);
