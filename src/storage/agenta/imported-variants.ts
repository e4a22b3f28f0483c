import { findRow, type Transaction } from '../database.ts';
import { statement } from '../statement.ts';
import { workspaceInserter } from '../writers.ts';
import { batchInserter } from './batch-insert.ts';

export const insertImportedVariant = workspaceInserter('variants', {
  id: 'text',
  appId: 'text',
  baseId: 'text',
  name: 'text',
  nameKey: 'text',
  configName: 'text',
  configNameKey: 'text',
  createdBy: 'text',
  head: 'integer',
  parametersHash: 'text',
  version: 'integer',
  createdAt: 'integer',
});

export const insertImportedRevisions = batchInserter('variant_revisions', {
  id: 'id',
  variantId: 'id',
  revision: 'number',
  configName: 'text',
  parameters: 'text',
  createdBy: 'id',
  createdAt: 'time',
});

const FILL_ENVIRONMENT = statement(
  `UPDATE environments SET head = $4, deployed_variant_id = $5
   WHERE workspace_id = $1 AND app_id = $2 AND name = $3 AND head = 0 RETURNING head`,
  { head: 'integer' },
);

export interface FilledEnvironment {
  readonly appId: string;
  readonly name: string;
  readonly head: number;
  readonly variantId: string;
}

/** False when the environment already has a deployment. */
export async function fillEnvironment(
  tx: Transaction,
  workspaceId: string,
  { appId, name, head, variantId }: FilledEnvironment,
): Promise<boolean> {
  const row = await findRow(tx, FILL_ENVIRONMENT, [workspaceId, appId, name, head, variantId]);
  return row !== undefined;
}

export const insertImportedDeployments = batchInserter('environment_revisions', {
  id: 'id',
  appId: 'id',
  environmentName: 'text',
  revision: 'number',
  variantId: 'id',
  variantName: 'text',
  variantRevisionId: 'id',
  variantRevision: 'number',
  createdBy: 'id',
  createdAt: 'time',
});
