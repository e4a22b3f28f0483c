import assert from 'node:assert/strict';
import { readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { noteBackup } from '../../src/jobs/operating/note-backup.ts';
import { makeApp, unique } from '../support/builders.ts';
import { createMigratedDatabase } from '../support/databases.ts';
import { ENGINES } from '../support/engine-names.ts';
import { onEachEngine } from '../support/engines.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { makeHumanEvaluation } from '../support/evaluations.ts';
import { EventStream } from '../support/event-stream.ts';
import { expectProblem } from '../support/expect.ts';
import { OWNER_KEY } from '../support/reachable.ts';
import { startTestServer } from '../support/running-server.ts';
import { takeTasks } from '../support/take-tasks.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { makeTestset } from '../support/testsets.ts';
import { until } from '../support/until.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const OF_THE_EMBEDDED = /^jurybox_(disk_|sqlite_)/;
const OF_A_SERVER = /^jurybox_(pool_|postgres_)/;

onEachEngine((server, engine) => {
  describe('readMetrics', () => {
    test('200 reports readiness, sizes, pool, leases, streams, refusals, upkeep, backups and build', async () => {
      const { owner } = server();
      const { app_name } = await makeApp(owner);
      expectProblem(await owner.reply.createApp({ body: { app_name } }), 'app_name_taken');
      const evaluation = await makeHumanEvaluation(owner);
      await fillOutputs(owner, evaluation);
      await takeTasks(owner, evaluation);
      const stream = await EventStream.open(server(), {
        evaluationId: evaluation.evaluation_id,
        headers: { authorization: OWNER_KEY },
      });
      const text = await owner.readMetrics();
      stream.close();
      const value = (series: string) => Number(valueOf(text, series));
      assert.equal(value('jurybox_ready'), 1);
      for (const check of ['database', 'migrations', 'disk', 'draining']) {
        assert.equal(value(`jurybox_readiness_check{check="${check}"}`), 1);
      }
      assert.equal(value('jurybox_refused_writes_total{code="app_name_taken"}'), 1);
      assert.equal(value('jurybox_event_streams'), 1);
      assert.equal(value('jurybox_leases{state="open"}'), 1);
      assert.equal(value('jurybox_leases{state="expired"}'), 0);
      assert.equal(value('jurybox_backup_timestamp_seconds'), 0);
      assert.ok(value('jurybox_database_bytes') > 100_000);
      assert.match(
        text,
        new RegExp(`^jurybox_build_info\\{version="[^"]+".*engine="${engine}"`, 'm'),
      );
      if (engine === 'sqlite') {
        assert.ok(value('jurybox_disk_free_bytes') > 0);
        assert.equal(value('jurybox_disk_mark_bytes'), 0);
        assert.ok(value('jurybox_sqlite_wal_bytes') > 0);
      } else {
        assert.equal(value('jurybox_pool_size'), 10);
        assert.equal(value('jurybox_pool_waiting'), 0);
        assert.ok(value('jurybox_postgres_wal_bytes_total') > 0);
      }
      await until('upkeep has run', async () =>
        /success_timestamp_seconds\{work="imports"\} \d/.test(await owner.readMetrics()),
      );
      await until('the stream is closed', async () =>
        /^jurybox_event_streams 0$/m.test(await owner.readMetrics()),
      );
    });

    test('200 has every metric that the dashboard and the alerts query', async () => {
      const { owner } = server();
      // The delay of the event loop is measured only from the first request on.
      let text = '';
      await until('the event loop is measured', async () => {
        text = await owner.readMetrics();
        return text.includes('nodejs_eventloop_lag_p99_seconds');
      });
      const served = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name));
      const dashboard = JSON.parse(read('deploy/grafana/jurybox.json'));
      const { groups } = parse(read('deploy/prometheus/alerts.yaml'));
      const queries = [
        ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }: Query) => expr)),
        ...groups.flatMap(({ rules }: { rules: Query[] }) => rules.map(({ expr }) => expr)),
      ].join('\n');
      const names = new Set(queries.match(/\b(jurybox|process|nodejs)_\w+/g));
      assert.ok(names.size > 30);
      for (const name of names) {
        assert.ok(served.has(name.replace(/_(bucket|sum|count)$/, '')), `${name} is not served`);
      }
      const guide = read('docs/guide/operating.md');
      for (const name of served) {
        if (!name.startsWith('jurybox_')) continue;
        assert.ok(guide.includes(`\`${name}\``), `${name} is not in the guide`);
        assert.ok(names.has(name) || queries.includes(name), `${name} is on no dashboard or alert`);
        const isOfOther = (engine === 'sqlite' ? OF_A_SERVER : OF_THE_EMBEDDED).test(name);
        if (isOfOther) assert.doesNotMatch(text, new RegExp(`^${name}[ {]`, 'm'));
      }
    });

    test('200 queries the database at most twice a minute', async (t) => {
      const own = await startTestServer({ engine });
      t.after(() => own.stop());
      const { owner } = own;
      const before = valueOf(await owner.readMetrics(), 'jurybox_database_bytes');
      const rows = Array.from({ length: 400 }, () => ({ text: unique('x'.repeat(2000)) }));
      await makeTestset(owner, { csvdata: rows });
      assert.equal(valueOf(await owner.readMetrics(), 'jurybox_database_bytes'), before);
    });
  });
});

for (const engine of ENGINES) {
  describe(`readMetrics on ${engine}, after leases, backups and growth`, () => {
    test('reports expired leases, the start of the newest backup and free space', async (t) => {
      const dataDirectory = temporaryDirectory();
      const databaseUrl = engine === 'postgres' ? await createMigratedDatabase() : undefined;
      const server = await startTestServer({
        engine,
        dataDirectory,
        ...(databaseUrl === undefined ? {} : { databaseUrl }),
        environment: { LEASE_SECONDS: '1', DISK_FREE_MIN: '123456' },
      });
      t.after(() => server.stop());
      const { owner } = server;
      const evaluation = await makeHumanEvaluation(owner);
      await fillOutputs(owner, evaluation);
      const [task] = await takeTasks(owner, evaluation);
      const end = Date.parse(task?.lease_expires_at ?? '');
      await until('the lease has expired', async () => Date.now() > end + 1);
      const backedUpAt = 1_800_000_000_123;
      assert.ok(await noteBackup({ dataDirectory, databaseUrl }, backedUpAt));
      const text = await owner.readMetrics();
      const value = (series: string) => Number(valueOf(text, series));
      assert.equal(value('jurybox_leases{state="open"}'), 0);
      assert.equal(value('jurybox_leases{state="expired"}'), 1);
      assert.equal(value('jurybox_backup_timestamp_seconds'), backedUpAt / 1000);
      if (engine === 'postgres') return;
      assert.equal(value('jurybox_disk_mark_bytes'), 123_456);
      const { bavail, bsize } = statfsSync(dataDirectory);
      const share = value('jurybox_disk_free_bytes') / (bavail * bsize);
      assert.ok(share > 0.5 && share < 2, `${share} of what the system reports`);
    });
  });
}

describe('readMetrics below the mark of free space', () => {
  test('counts refused writes, and reports that the process is not ready', async (t) => {
    const dataDirectory = temporaryDirectory();
    const place = { engine: 'sqlite', dataDirectory } as const;
    await (await startTestServer(place)).stop();
    const environment = { DISK_FREE_MIN: String(Number.MAX_SAFE_INTEGER) };
    const server = await startTestServer({ ...place, environment });
    t.after(() => server.stop());
    for (let refused = 0; refused < 2; refused += 1) {
      const reply = await server.owner.reply.createApp({ body: { app_name: 'no room' } });
      expectProblem(reply, 'read_only');
    }
    const text = await server.owner.readMetrics();
    assert.equal(valueOf(text, 'jurybox_refused_writes_total{code="read_only"}'), '2');
    assert.equal(valueOf(text, 'jurybox_readiness_check{check="disk"}'), '0');
    assert.equal(valueOf(text, 'jurybox_ready'), '0');
  });
});

interface Query {
  readonly expr: string;
}

function valueOf(text: string, series: string): string | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line?.slice(series.length + 1);
}
