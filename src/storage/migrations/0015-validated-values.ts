import { CLOSED_COLUMNS } from './0014-closed-values.ts';
import type { Migration } from './migration.ts';

/**
 * Has PostgreSQL check the rows that were there before the constraints. Other processes read and write
 * meanwhile, as long as the transaction that added the constraints has ended.
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
