import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { PROGRAM } from '../support/program.ts';
import { OWNER_EMAIL, OWNER_KEY } from '../support/reachable.ts';
import { runCommand } from '../support/run-command.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ engine: 'sqlite' });
});
after(() => server.stop());

/** A new home, with a settings file if its content is given. */
function makeHome(settings?: string) {
  const folder = temporaryDirectory();
  const path = join(folder, 'jurybox', 'config.json');
  if (settings !== undefined) {
    mkdirSync(join(folder, 'jurybox'));
    writeFileSync(path, settings);
  }
  return { path, environment: { XDG_CONFIG_HOME: folder } };
}

describe('jurybox login', () => {
  test('keeps a piped key for later commands, readable only by its owner', async () => {
    const { path, environment } = makeHome();
    const login = await runCommand(['login', '--server', `${server.url}/`], {
      environment,
      input: `${OWNER_KEY}\n`,
    });
    assert.equal(login.code, 0, login.stderr);
    assert.match(login.stdout, /^Signed in to http:\S+ as /);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.doesNotMatch(login.stdout + login.stderr, new RegExp(OWNER_KEY));
    const whoami = await runCommand(['whoami', '--json'], { environment });
    assert.equal(JSON.parse(whoami.stdout).email, OWNER_EMAIL);
    const logout = await runCommand(['logout'], { environment });
    assert.equal(logout.code, 0, logout.stderr);
    assert.deepEqual(JSON.parse(readFileSync(path, 'utf8')).keys, {});
    assert.equal((await runCommand(['whoami'], { environment })).code, 3);
  });

  test('keeps one key per server', async () => {
    const settings = { server: 'http://other.test', keys: { 'http://other.test': 'other-key' } };
    const { path, environment } = makeHome(JSON.stringify(settings));
    await runCommand(['login', '--server', server.url], {
      environment: { ...environment, JURYBOX_API_KEY: OWNER_KEY },
    });
    assert.deepEqual(JSON.parse(readFileSync(path, 'utf8')), {
      server: server.url,
      keys: { 'http://other.test': 'other-key', [server.url]: OWNER_KEY },
    });
  });

  test('does not keep a key that the server refuses', async () => {
    const { environment } = makeHome();
    const login = await runCommand(['login', '--server', server.url], {
      environment,
      input: 'not-a-key',
    });
    assert.equal(login.code, 3);
    assert.match(login.stderr, /does not accept the key/);
    assert.deepEqual(readdirSync(environment.XDG_CONFIG_HOME), []);
    const empty = await runCommand(['login', '--server', server.url], { environment });
    assert.equal(empty.code, 2);
    assert.match(empty.stderr, /The key is empty/);
  });

  test('asks without echo on a terminal', async () => {
    const { path, environment } = makeHome();
    const program = `${process.execPath} ${PROGRAM} login --server ${server.url}`;
    // util-linux: runs a command on its own terminal.
    const terminal = spawn('script', ['-qec', program, '/dev/null'], {
      env: { PATH: process.env['PATH'], TERM: 'xterm', HOME: '/nonexistent', ...environment },
    });
    let screen = '';
    terminal.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      if (!screen.includes('API key') && (screen + chunk).includes('API key')) {
        terminal.stdin.write(`${OWNER_KEY}\r`);
      }
      screen += chunk;
    });
    const [code] = await once(terminal, 'close');
    assert.equal(code, 0, screen);
    assert.match(screen, /Signed in to/);
    assert.doesNotMatch(screen, new RegExp(OWNER_KEY));
    assert.equal(JSON.parse(readFileSync(path, 'utf8')).keys[server.url], OWNER_KEY);
  });
});

describe('a settings file that was half written', () => {
  const HALF = '{ "server": "http://other.test", "keys": { "http://ot';

  test('is named, and left unchanged', async () => {
    const { path, environment } = makeHome(HALF);
    const commands = [['whoami'], ['login', '--server', server.url], ['logout']];
    for (const args of commands) {
      const { code, stderr } = await runCommand(args, { environment, input: OWNER_KEY });
      assert.equal(code, 2, args.join(' '));
      assert.equal(stderr.split('\n').length, 2, stderr);
      assert.ok(stderr.includes(path));
    }
    assert.equal(readFileSync(path, 'utf8'), HALF);
  });
});
