import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openPostgres } from '../../src/storage/engines/postgres.ts';
import { openSqlite } from '../../src/storage/engines/sqlite.ts';
import { writtenOutputs } from '../../src/storage/migrations/0013-written-outputs.ts';
import { MIGRATIONS, migrate } from '../../src/storage/migrations/migrate.ts';
import { textsOf } from '../../src/storage/migrations/migration.ts';
import { checksumOf } from '../../src/storage/migrations/schema-ledger.ts';
import type { EngineKind } from '../../src/storage/statement.ts';
import { createDatabase } from '../support/databases.ts';
import { ENGINES } from '../support/engine-names.ts';
import { makeFirstSchema, openRaw, type Place, type RawDatabase } from '../support/first-schema.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** As the first schema is filled: two workspaces with an evaluation and two scenarios each. */
const id = (kind: number, number: number) => `0000000${kind}-0000-7000-8000-00000000000${number}`;
const [WORKSPACE, EVALUATION, SCENARIO, USER] = [id(3, 0), id(4, 0), id(6, 0), id(1, 1)];
const [SHOWN, UNSEEN] = [id(5, 8), id(5, 9)];

for (const engine of ENGINES) {
  describe(`an upgrade to outputs that are written once on ${engine}`, () => {
    test('keeps the outputs that scenarios show, and none of files that were not shown', async (t) => {
      const location = engine === 'sqlite' ? temporaryDirectory() : await createDatabase();
      const place = { engine, location };
      await makeFirstSchema(place, 40);
      const database = await openRaw(place);
      t.after(() => database.close());
      await upgradeUntilBefore(database, engine);
      for (const [variant, text] of ['a', 'b'].entries()) await database.all(old(variant, text));
      await database.all(staged(SHOWN, 1, 'new b'));
      await database.all(staged(SHOWN, 2, 'new c'));
      await database.all(staged(UNSEEN, 0, 'unseen'));
      await database.all(importOf(SHOWN, 'NULL'));
      await database.all(importOf(UNSEEN, '1'));
      await database.all(`UPDATE human_evaluations SET import_id = '${SHOWN}'
        WHERE id = '${EVALUATION}'`);

      await upgrade(place);
      const shown = await database.all(
        'SELECT variant_position, place, output FROM scenario_outputs ORDER BY variant_position',
      );
      assert.deepEqual(
        shown.map((row) => Object.values(row)),
        [
          [0, 9, 'a'],
          [1, 8, 'new b'],
          [2, 2, 'new c'],
        ],
      );
      const imports = await database.all(
        'SELECT id, number, is_settled FROM output_imports ORDER BY id',
      );
      assert.deepEqual(
        imports.map((row) => Object.values(row)),
        [
          [SHOWN, 1, 0],
          [UNSEEN, null, 0],
        ],
      );
    });
  });
}

const old = (variant: number, text: string) => `INSERT INTO scenario_outputs (workspace_id,
    scenario_id, variant_position, place, output, written_by, written_at)
  VALUES ('${WORKSPACE}', '${SCENARIO}', ${variant}, ${9 - variant}, '${text}', '${USER}', 0)`;

const staged = (importId: string, variant: number, text: string) => `INSERT INTO staged_outputs
    (workspace_id, scenario_id, import_id, variant_position, output, written_by, written_at)
  VALUES ('${WORKSPACE}', '${SCENARIO}', '${importId}', ${variant}, '${text}', '${USER}', 0)`;

const importOf = (importId: string, removableAt: string) => `INSERT INTO output_imports
    (workspace_id, id, evaluation_id, removable_at)
  VALUES ('${WORKSPACE}', '${importId}', '${EVALUATION}', ${removableAt})`;

/** Runs the earlier migrations, without batches because rows are few. */
async function upgradeUntilBefore(database: RawDatabase, engine: EngineKind): Promise<void> {
  const before = MIGRATIONS.slice(0, MIGRATIONS.indexOf(writtenOutputs));
  const [done] = await database.all(
    'SELECT CAST(count(*) AS integer) AS found FROM schema_migrations',
  );
  for (const migration of before.slice(Number(done?.['found']))) {
    const texts = textsOf(migration, engine);
    for (const sql of [...texts.statements, ...texts.update, ...texts.afterwards]) {
      await database.all(sql);
    }
    await database.all(`INSERT INTO schema_migrations (number, name, checksum)
      VALUES (${migration.number}, '${migration.name}', '${checksumOf(texts)}')`);
  }
}

async function upgrade({ engine, location }: Place): Promise<void> {
  const opened =
    engine === 'sqlite'
      ? openSqlite({ path: `${location}/jurybox.db`, durability: 'full' })
      : openPostgres({ url: location, durability: 'full', preparedStatements: 'on', poolSize: 2 });
  await migrate(opened, () => undefined);
  await opened.close();
}
