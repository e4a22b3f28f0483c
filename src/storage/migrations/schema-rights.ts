import { findRow, type Queryable } from '../database.ts';
import { StartRefused } from '../engines/start-refused.ts';
import { statement } from '../statement.ts';

const FIND_RIGHTS = statement(
  {
    // Extensions may bring their own tables and views, which no release changes.
    postgres: `SELECT CAST(current_user AS text) AS role, CAST(current_schema() AS text) AS schema,
        CAST(COALESCE(has_schema_privilege(current_schema(), 'CREATE'), false) AS integer)
          AS may_create,
        (SELECT CAST(count(*) AS integer) FROM pg_class c
         WHERE c.relnamespace = to_regnamespace(quote_ident(current_schema()))
           AND c.relkind IN ('r', 'v') AND NOT pg_has_role(c.relowner, 'USAGE')
           AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid
             AND d.classid = CAST('pg_class' AS regclass) AND d.deptype = 'e')) AS foreign_tables`,
    // The embedded engine owns its file; this text only completes the declaration.
    sqlite: "SELECT '' AS role, '' AS schema, 1 AS may_create, 0 AS foreign_tables",
  },
  { role: 'text', schema: 'text?', mayCreate: 'integer', foreignTables: 'integer' },
);

/** Refuses, before an upgrade, what PostgreSQL would refuse half-way. */
export async function refuseUnchangeable(db: Queryable): Promise<void> {
  const rights = await findRow(db, FIND_RIGHTS, []);
  if (rights === undefined || (rights.mayCreate === 1 && rights.foreignTables === 0)) return;
  if (rights.schema === null) {
    throw new StartRefused(
      `The search_path of the role ${rights.role} names no schema that exists and that it may use. Create or grant that schema, or correct the setting.`,
    );
  }
  throw new StartRefused(
    `The role ${rights.role} may not change the tables of the database, which this release has to. Start it once with DATABASE_URL naming the role that owns them; afterwards ${rights.role} will do.`,
  );
}
