import { CLOSED_COLUMNS } from './0014-closed-values.ts';
import type { Migration } from './migration.ts';

/**
 * Makes PostgreSQL check the rows that are older than the constraints. Other processes can read and
 * write meanwhile, because the transaction that added the constraints has ended.
 */
export const validatedValues: Migration = {
  number: 15,
  name: 'validated-values',
  transaction: 'own',
  statements: (_, engine) =>
    engine === 'sqlite'
      ? []
      : CLOSED_COLUMNS.map(
          ({ table, column }) => `ALTER TABLE ${table} VALIDATE CONSTRAINT "${table}.${column}"`,
        ),
};
