import type { Transaction } from './database.ts';
import { statement } from './statement.ts';

export interface NewOrganization {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly ownerId: string;
  readonly now: number;
}

const INSERT_ORGANIZATION = statement(
  `INSERT INTO organizations (id, name, description, type, owner_id, version, created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, 1, $6, $6)`,
  {},
);

export async function insertOrganization(
  tx: Transaction,
  organization: NewOrganization,
): Promise<void> {
  await tx.query(INSERT_ORGANIZATION, [
    organization.id,
    organization.name,
    organization.description,
    organization.type,
    organization.ownerId,
    organization.now,
  ]);
}
