import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { OWNER_ENVIRONMENT, OWNER_KEY } from '../support/reachable.ts';
import { makeDataDirectory, type SpawnedServer, spawnServer } from '../support/spawned-server.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** Without the optional Node package. */
const LARGEST_BYTES = 120 * 1024 * 1024;

/** A Node that cannot run the service itself. */
const OLDER = '22.23.3';
const NODE = `node-${process.platform}-${process.arch}`;

const data = makeDataDirectory();
const home = makeDataDirectory();
const folder = home.path;
const installed = join(folder, 'node_modules/jurybox');
const program = join(folder, 'node_modules/.bin/jurybox');
let server: SpawnedServer;

before(async () => {
  const packed = await run('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: root,
  });
  const tarball = packed.stdout.trim().split('\n').at(-1) ?? '';
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const install = ['install', '--prefer-offline', '--omit=optional', '--no-audit', '--no-fund'];
  // Under another name, so that it is not taken for the optional Node package.
  const older = `older-node@npm:${NODE}@${OLDER}`;
  await run('npm', [...install, `./${tarball}`, older], { cwd: folder });
  server = await spawnServer(data.path, OWNER_ENVIRONMENT, program);
});
after(async () => {
  await server?.stop();
  data.remove();
  home.remove();
});

describe('the package', () => {
  test('contains JavaScript with types, and nothing that is only needed to build it', () => {
    const files = globSync('**/*', { cwd: installed, exclude: ['node_modules'] });
    const isSource = (path: string) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts');
    assert.deepEqual(files.filter(isSource), []);
    assert.deepEqual(
      files.filter((path) => /\.test\./.test(path)),
      [],
    );
    for (const name of ['vite', 'react', 'typescript', '@types']) {
      assert.equal(existsSync(join(folder, 'node_modules', name)), false, name);
    }
  });

  test('is small', () => {
    const all = readdirSync(join(folder, 'node_modules'), { recursive: true, withFileTypes: true });
    const bytes = all
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('older-node'))
      .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
    assert.ok(bytes < LARGEST_BYTES, `${bytes} bytes`);
  });

  test('contains the guide, which needs no other file', async () => {
    const [part = ''] = globSync('dist/web/assets/GuidePage-*.js', { cwd: installed });
    assert.match(readFileSync(join(installed, part), 'utf8'), /## What blind means/);
    assert.equal((await fetch(`${server.url}/docs/designing`)).status, 200);
  });

  test('serves the API and the web UI', async () => {
    const page = await fetch(`${server.url}/login`);
    assert.match(await page.text(), /<script type="module"/);
    const document = await fetch(`${server.url}/api/openapi.json`);
    assert.equal(document.status, 200);
  });

  test('has the commands', async () => {
    const environment = { ...process.env, JURYBOX_URL: server.url, JURYBOX_API_KEY: OWNER_KEY };
    const { stdout } = await run(process.execPath, [program, 'whoami', '--json'], {
      env: environment,
    });
    assert.equal(JSON.parse(stdout).server, server.url);
  });
});

describe('the examples', () => {
  const expected = {
    'compare-two-variants.ts': 'quiz.short: 2 of 2 votes',
    'deploy-a-variant.ts': 'production runs concise, revision 1',
    'read-a-config.ts': 'concise, version 1: Answer in one sentence.',
  };

  test('are all tested here', () => {
    assert.deepEqual(
      globSync('*.ts', { cwd: join(root, 'examples') }).sort(),
      Object.keys(expected),
    );
  });

  for (const [file, output] of Object.entries(expected)) {
    test(`${file} works with the installed package`, async () => {
      cpSync(join(root, 'examples', file), join(folder, file));
      const { stdout } = await run(process.execPath, [join(folder, file)], {
        cwd: folder,
        env: { ...process.env, JURYBOX_URL: server.url, JURYBOX_KEY: OWNER_KEY },
      });
      assert.equal(stdout.trim(), output);
    });
  }

  test('compile against the types of the package', async () => {
    const options = { module: 'nodenext', strict: true, noEmit: true, types: ['node'] };
    const typeRoots = [join(root, 'node_modules/@types')];
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: { ...options, target: 'esnext', typeRoots },
        files: Object.keys(expected),
      }),
    );
    for (const file of Object.keys(expected))
      cpSync(join(root, 'examples', file), join(folder, file));
    const { stdout } = await run('tsc', ['-p', folder, '--checkers', '1']).catch(
      (error: { stdout: string }) => error,
    );
    assert.equal(stdout, '');
  });
});

describe('on an older Node', () => {
  test('the command hands over to the optional Node package', async () => {
    const modules = join(folder, 'node_modules');
    const old = join(modules, 'older-node/bin/node');
    const alone = await run(old, [program, '--version']).catch((error: { code: number }) => error);
    assert.equal('code' in alone && alone.code, 2);
    symlinkSync(join(root, 'node_modules', NODE), join(modules, NODE));
    const { stdout } = await run(old, [program, '--version']);
    assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
  });
});
