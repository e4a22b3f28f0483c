import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { rounds } from '../support/effort.ts';
import { figure } from '../support/figure.ts';
import { ALLOW_LOOPBACK } from '../support/generation.ts';
import { answerChat, makeProvider, workspaceOf } from '../support/providers.ts';
import { runCommand, spawnCommand } from '../support/run-command.ts';
import { startTestServer } from '../support/running-server.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { startTarget } from '../support/target-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const ROUNDS = rounds({ short: 4, long: 40 });
const PROVIDERS = 40;

test('a change of the master key that is killed at any moment is complete or has not begun', async (t) => {
  const random = seededRandom('killed rotations');
  const target = await startTarget((request, response) => {
    if (/^Bearer sk-\d+$/.test(request.headers.authorization ?? '')) {
      return answerChat(request, response);
    }
    response.writeHead(401);
    response.end();
  });
  t.after(target.close);
  const directory = temporaryDirectory();
  const start = () =>
    startTestServer({
      engine: 'sqlite',
      dataDirectory: directory,
      environment: { ...ALLOW_LOOPBACK, MASTER_KEY: '' },
    });
  const first = await start();
  const workspace_id = await workspaceOf(first.owner);
  const ids: string[] = [];
  for (let number = 0; number < PROVIDERS; number += 1) {
    const settings = { base_url: target.url, api_key: `sk-${number}`, workspace_id };
    ids.push((await makeProvider(first.owner, settings)).id);
  }
  await first.stop();
  const rotation = ['keys', 'rotate', '--data-dir', directory];
  let killed = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const child = spawnCommand(rotation);
    const ended = once(child, 'close');
    // From here on the change can be cut short at any moment.
    while (!existsSync(join(directory, 'master.key.next')) && child.exitCode === null)
      await wait(1);
    await wait(random.between(0, 12));
    child.kill('SIGKILL');
    const [, signal] = await ended;
    if (signal === 'SIGKILL') killed += 1;
    const { stdout } = await runCommand(['doctor', '--json', '--data-dir', directory]);
    assert.match(
      stdout,
      /opens the secrets of 40 providers|A key rotation was interrupted/,
      `round ${round}`,
    );
    const server = await start();
    const provider_id = ids[round % PROVIDERS] ?? '';
    const tested = await server.owner.testProvider({
      parameters: { provider_id },
      body: { model: 'm' },
    });
    await server.stop();
    assert.ok(tested.ok, `round ${round}`);
  }
  figure('G28', `${killed} changes of the master key killed, no secret lost`);
  const final = await runCommand([...rotation, '--json']);
  assert.equal(final.code, 0, final.stderr);
  assert.equal(JSON.parse(final.stdout).resealed, PROVIDERS);
});
