import assert from 'node:assert/strict';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { sealAuditTrails, verifyTrail } from '../../src/operations/identity/parts/audit-chain.ts';
import { cutAuditTrails } from '../../src/operations/identity/parts/cut-audit-trails.ts';
import { Db, type Transaction } from '../../src/storage/database.ts';
import { appendAuditEntry } from '../../src/storage/identity/audit-entries.ts';
import { upsertRetention } from '../../src/storage/identity/retention-settings.ts';
import { adHocStatement } from '../../src/storage/statement.ts';
import { ENGINES } from '../support/engine-names.ts';
import { openTestEngine, type TestEngine } from '../support/open-engine.ts';
import { turnsOfOthers } from '../support/turns-of-others.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

for (const name of ENGINES) {
  describe(`the audit trail on ${name}`, () => {
    let opened: TestEngine;
    const db = () => new Db(opened.engine);
    const run = (sql: string) => db().transaction((tx) => tx.query(adHocStatement(sql, {}), []));

    before(async () => {
      opened = await openTestEngine(name);
    });
    after(() => opened.close());

    async function write(workspaceId: string, at: number, count = 1): Promise<void> {
      await db().transaction(async (tx) => {
        for (let entry = 0; entry < count; entry += 1) append(tx, workspaceId, at);
      });
    }

    function append(tx: Transaction, workspaceId: string, at: number): void {
      appendAuditEntry(tx, {
        workspaceId,
        at,
        id: randomUUIDv7(),
        operation: 'renameApp',
        actorKind: 'user',
        actorId: randomUUID(),
        keyPrefix: null,
        objectKind: 'app',
        objectId: randomUUID(),
        detail: '{"name":["old","new"]}',
        address: '127.0.0.1',
        requestId: randomUUID(),
      });
    }

    /** A trail of seals with two entries each. */
    async function makeTrail(seals: number, at: (seal: number) => number): Promise<string> {
      const workspaceId = randomUUID();
      for (let seal = 1; seal <= seals; seal += 1) {
        await write(workspaceId, at(seal));
        await write(workspaceId, at(seal));
        await sealAuditTrails(db());
      }
      return workspaceId;
    }

    const HERE = (workspaceId: string) => `workspace_id = '${workspaceId}'`;

    test('is chained seal by seal, without faults', async () => {
      const workspaceId = await makeTrail(3, Date.now);
      await write(workspaceId, Date.now());
      const { entries, unsealed, head, faults } = await verifyTrail(db(), workspaceId);
      assert.deepEqual([entries, unsealed, head.number, faults], [6, 1, 3, []]);
    });

    test('is sealed once by several processes at the same time', async () => {
      const workspaceId = randomUUID();
      for (let round = 0; round < 5; round += 1) {
        await Promise.all(Array.from({ length: 4 }, () => write(workspaceId, Date.now())));
        await Promise.all(Array.from({ length: 3 }, () => sealAuditTrails(db())));
      }
      await sealAuditTrails(db());
      const { entries, unsealed, faults } = await verifyTrail(db(), workspaceId);
      assert.deepEqual([entries, unsealed, faults], [20, 0, []]);
    });

    test('lets other work run while much of it is sealed, verified and cut', async () => {
      const workspaceId = randomUUID();
      const old = Date.now() - 30 * DAY_MS;
      // On PostgreSQL other work runs whenever a statement is awaited.
      await write(workspaceId, old, name === 'sqlite' ? 20_000 : 2_000);
      assert.ok((await turnsOfOthers(() => sealAuditTrails(db()))) >= 2);
      assert.ok((await turnsOfOthers(() => verifyTrail(db(), workspaceId))) >= 2);
      await db().transaction((tx) =>
        upsertRetention(tx, workspaceId, { auditDays: 7, evaluationDays: null }),
      );
      const upkeep = { now: Date.now(), newId: randomUUIDv7 };
      assert.ok((await turnsOfOthers(() => cutAuditTrails(db(), upkeep))) >= 2);
    });

    test('refuses changes and deletions', async () => {
      const workspaceId = await makeTrail(1, Date.now);
      await write(workspaceId, Date.now());
      for (const sql of [
        `UPDATE audit_entries SET operation = 'other' WHERE ${HERE(workspaceId)}`,
        `UPDATE audit_entries SET seal = 7 WHERE ${HERE(workspaceId)} AND seal IS NOT NULL`,
        `UPDATE audit_entries SET seal = 7, address = '' WHERE ${HERE(workspaceId)} AND seal IS NULL`,
        `DELETE FROM audit_entries WHERE ${HERE(workspaceId)}`,
        `UPDATE audit_seals SET hash = '' WHERE ${HERE(workspaceId)}`,
        `DELETE FROM audit_seals WHERE ${HERE(workspaceId)}`,
      ]) {
        await assert.rejects(run(sql), /append-only/, sql);
      }
      assert.deepEqual((await verifyTrail(db(), workspaceId)).faults, []);
    });

    test('is cut by retention, and verified from the cut on', async () => {
      const now = Date.now();
      const workspaceId = await makeTrail(4, (seal) => now - (10 - seal) * DAY_MS);
      await db().transaction((tx) =>
        upsertRetention(tx, workspaceId, { auditDays: 7, evaluationDays: null }),
      );
      const upkeep = { now, newId: randomUUIDv7 };
      await cutAuditTrails(db(), upkeep);
      const verified = await verifyTrail(db(), workspaceId);
      assert.deepEqual(verified.faults, []);
      // Seal 3 is seven days old to the millisecond, which is not yet older.
      assert.deepEqual([verified.cut?.number, verified.head.number], [2, 4]);
      assert.deepEqual([verified.entries, verified.unsealed], [4, 1]);
      await sealAuditTrails(db());
      await cutAuditTrails(db(), { ...upkeep, now: now + 30 * DAY_MS });
      const last = await verifyTrail(db(), workspaceId);
      assert.deepEqual([last.cut?.number, last.head.number, last.faults], [4, 5, []]);
    });

    const faults: Readonly<Record<string, [sql: (place: string) => string, fault: RegExp]>> = {
      'a changed entry': [
        (place) => `UPDATE audit_entries SET address = '192.0.2.1' WHERE ${place} AND seal = 2`,
        /Seal 2 does not fit its entries/,
      ],
      'a missing entry': [
        (place) => `DELETE FROM audit_entries WHERE ${place} AND seal = 2 AND id =
          (SELECT id FROM audit_entries WHERE ${place} AND seal = 2 ORDER BY id LIMIT 1)`,
        /Entries of seal 2: 2 sealed, 1 found/,
      ],
      'a missing seal': [
        (place) => `DELETE FROM audit_seals WHERE ${place} AND number = 2`,
        /Seals 2 to 2 are missing.*\nEntries that name a missing seal: 2\./,
      ],
      'a missing beginning': [
        (place) => `DELETE FROM audit_seals WHERE ${place} AND number = 1`,
        /Seals 1 to 1 are missing.*\nEntries that name a missing seal: 2\./,
      ],
      'a missing end': [
        (place) => `DELETE FROM audit_seals WHERE ${place} AND number = 3`,
        /^Entries that name a missing seal: 2\./,
      ],
    };

    test('reveals changes that were made without its triggers', async () => {
      const trails: string[] = [];
      for (const _ of Object.keys(faults)) trails.push(await makeTrail(3, Date.now));
      const triggers = ['entries_refuse_update', 'entries_refuse_delete', 'seals_refuse_delete'];
      for (const trigger of triggers) {
        const on = name === 'postgres' ? ` ON audit_${trigger.split('_')[0]}` : '';
        await run(`DROP TRIGGER audit_${trigger}${on}`);
      }
      for (const [index, [what, [sql, fault]]] of Object.entries(faults).entries()) {
        const workspaceId = trails[index] ?? '';
        await run(sql(HERE(workspaceId)));
        const verified = await verifyTrail(db(), workspaceId);
        assert.match(verified.faults.join('\n'), fault, what);
      }
    });
  });
}
