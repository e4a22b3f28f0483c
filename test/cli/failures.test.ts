import assert from 'node:assert/strict';
import { once } from 'node:events';
import { lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { makeBase, makeForeigner, unique } from '../support/builders.ts';
import { COLLECT_ON_OPEN } from '../support/collect-on-open.ts';
import { copyMigratedFile } from '../support/copy-migrated-file.ts';
import { OWNER_KEY } from '../support/reachable.ts';
import { type Ended, runCommand, spawnCommand } from '../support/run-command.ts';
import { runHere } from '../support/run-here.ts';
import { runScript } from '../support/run-script.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { makeTestset } from '../support/testsets.ts';
import { until } from '../support/until.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ engine: 'sqlite' });
});
after(() => server.stop());

const asOwner = () => ({ JURYBOX_URL: server.url, JURYBOX_API_KEY: OWNER_KEY });

/** Another program at the address. */
async function listen(t: TestContext, answer: RequestListener): Promise<string> {
  const other = createServer(answer).listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.after(() => {
    other.closeAllConnections();
    other.close();
  });
  return `http://127.0.0.1:${(other.address() as AddressInfo).port}`; // It listens on a port.
}

function assertOneSentence({ stderr, stdout }: Ended, expected: RegExp): void {
  assert.match(stderr, expected);
  assert.equal(stderr.trim().split('\n').length, 1, stderr);
  assert.equal(stdout, '');
}

describe('no command', () => {
  test('runs the service', async () => {
    const directory = temporaryDirectory();
    copyMigratedFile(directory);
    const environment = { PORT: '0', DATA_DIR: directory, DISK_FREE_MIN: '0' };
    const child = spawnCommand([], { environment });
    const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
    assert.match(line, /^ready http:/);
    child.kill('SIGTERM');
    const [code] = await once(child, 'close');
    assert.equal(code, 0);
  });
});

describe('a command that cannot be done', () => {
  test('2: a mistyped command or option is answered with the nearest one', async () => {
    const command = await runCommand(['vriants', 'list']);
    assert.equal(command.code, 2);
    assert.match(command.stderr, /unknown command 'vriants'\n\(Did you mean variants\?\)/);
    const option = await runHere(['apps', 'list', '--jsn']);
    assert.equal(option.code, 2);
    assert.match(option.stderr, /Did you mean --json\?/);
  });

  test('2: an address that is none', async () => {
    const ended = await runHere(['whoami', '--server', 'jurybox.example'], {
      environment: { JURYBOX_API_KEY: OWNER_KEY },
    });
    assert.equal(ended.code, 2);
    assertOneSentence(ended, /"jurybox\.example" is no address of a server/);
  });

  test('2: a file that does not exist', async () => {
    await server.owner.createApp({ body: { app_name: 'only app' } });
    const ended = await runHere(['testsets', 'create', '/nonexistent/rows.csv'], {
      environment: { ...asOwner(), JURYBOX_APP: 'only app' },
    });
    assert.equal(ended.code, 2);
    assertOneSentence(ended, /\/nonexistent\/rows\.csv does not exist/);
  });

  test('2: an empty name of a file', async () => {
    for (const given of [
      ['testsets', 'create', '', '--app', 'only app'],
      ['openapi', '-o', ''],
    ]) {
      const ended = await runHere(given, { environment: asOwner() });
      assert.equal(ended.code, 2);
      assertOneSentence(ended, /^What was given as a file does not exist\./);
    }
  });

  test('2: a folder in place of a file', async () => {
    for (const given of [
      ['compare', '.'],
      ['openapi', '-o', '/tmp'],
    ]) {
      const ended = await runHere(given, { environment: asOwner() });
      assert.equal(ended.code, 2);
      assertOneSentence(ended, /is a folder\. Name a file in it\./);
    }
  });

  test('2: an id that is empty', async () => {
    const ended = await runHere(['evals', 'get', ''], { environment: asOwner() });
    assert.equal(ended.code, 2);
    assertOneSentence(ended, /^evaluation_id cannot be ""\. Give an id or a name\.$/m);
  });

  test('2: a comparison of one variant', async () => {
    const given = ['evals', 'create', '--variants', 'one', '--testset', 'any'];
    const ended = await runHere(given, { environment: asOwner() });
    assert.equal(ended.code, 2);
    assertOneSentence(ended, /--type scoring/);
  });

  test('2: options that have nothing to do', async () => {
    for (const flag of ['--json', '-q']) {
      const given = ['export', 'judgements', 'any', flag];
      const ended = await runHere(given, { environment: asOwner() });
      assert.equal(ended.code, 2, flag);
      assertOneSentence(ended, /leave --json and -q out, or name a file with -o/);
    }
    for (const given of [
      ['config', 'get', '--base', 'x', '--name', 'y', '-q'],
      ['config', 'save', 'y', '--base', 'x', '--parameters', '{}', '-q'],
      ['deploy', 'x', '--to', 'production', '-q'],
      ['environments', 'list', '-q'],
    ]) {
      const ended = await runHere(given, { environment: asOwner() });
      assert.equal(ended.code, 2);
      assert.match(ended.stderr, /unknown option '-q'/);
    }
  });

  test('2: no app, where there are several and the variable that names one is empty', async () => {
    for (const app_name of ['one of several', 'another one']) {
      await server.owner.createApp({ body: { app_name } });
    }
    const ended = await runHere(['testsets', 'list'], {
      environment: { ...asOwner(), JURYBOX_APP: '' },
    });
    assert.equal(ended.code, 2);
    assertOneSentence(ended, /^Name the app with --app \(or JURYBOX_APP\): /);
  });

  test('2: parameters that are no object, or hold a number that is not kept', async () => {
    const { base_id } = await makeBase(server.owner);
    const save = (parameters: string) =>
      runHere(['config', 'save', 'c', '--base', base_id, '--parameters', parameters], {
        environment: asOwner(),
      });
    const list = await save(' [1]');
    assert.equal(list.code, 2);
    assertOneSentence(
      list,
      /^What was given must be a JSON object, such as \{"temperature": 0\.2\}\./,
    );
    const inexact = await save('{"seed": 12345678901234567890}');
    assert.equal(inexact.code, 2);
    assertOneSentence(inexact, /^The number 12345678901234567890 cannot be kept exactly\./);
  });

  test('2: something would be destroyed, and no person is there to be asked', async () => {
    const { app_id } = await server.owner.createApp({ body: { app_name: 'dear app' } });
    const ended = await runHere(['apps', 'delete', 'dear app'], { environment: asOwner() });
    assert.equal(ended.code, 2);
    assertOneSentence(ended, /--yes/);
    await server.owner.fetchApp({ parameters: { app_id } });
  });

  test('2: a key with a line break or a space, which is not shown', async () => {
    for (const key of [`${OWNER_KEY}\nsecret`, `${OWNER_KEY} secret`]) {
      for (const given of [['apps', 'list'], ['login']]) {
        const ended = await runHere(given, {
          environment: { JURYBOX_URL: server.url, JURYBOX_API_KEY: key },
        });
        assert.equal(ended.code, 2, given.join(' '));
        assertOneSentence(ended, /^A key is one line of visible characters without spaces\./);
        assert.doesNotMatch(ended.stderr, new RegExp(`${OWNER_KEY}|secret`));
      }
    }
  });

  test('3: a key that the server no longer accepts', async () => {
    const { key, client } = await makeForeigner(server);
    await client.deleteKey({ parameters: { key_prefix: key.split('.')[0] ?? '' } });
    const ended = await runHere(['apps', 'list'], {
      environment: { JURYBOX_URL: server.url, JURYBOX_API_KEY: key },
    });
    assert.equal(ended.code, 3);
    assertOneSentence(ended, /does not accept the key.*jurybox login/);
  });

  test('4: a name that is taken, and a name that does not exist', async () => {
    await server.owner.createApp({ body: { app_name: 'taken app' } });
    const taken = await runCommand(['apps', 'create', 'Taken App'], { environment: asOwner() });
    assert.equal(taken.code, 4);
    assertOneSentence(taken, /\w/);
    const unknown = await runHere(['apps', 'get', 'takn app'], { environment: asOwner() });
    assert.equal(unknown.code, 4);
    assertOneSentence(unknown, /There is no app "takn app"\. Known: .*taken app/);
  });

  test('4: a config that exists, with the option that overwrites it', async () => {
    const { base_id } = await makeBase(server.owner);
    const path = join(temporaryDirectory(), 'parameters.json');
    const save = (parameters: object) => {
      writeFileSync(path, `\ufeff${JSON.stringify(parameters)}`);
      return runHere(['config', 'save', 'c', '--base', base_id, '--parameters', path], {
        environment: asOwner(),
      });
    };
    const saved = await save({ a: 1 });
    assert.equal(saved.code, 0, saved.stderr);
    const refused = await save({ a: 2 });
    assert.equal(refused.code, 4);
    assertOneSentence(refused, /^The config "c" exists in this base\. .*--overwrite/);
  });

  test('4: an input that the server refuses, with the field', async () => {
    const ended = await runHere(['apps', 'create', 'x'.repeat(129)], { environment: asOwner() });
    assert.equal(ended.code, 4);
    assertOneSentence(ended, /app_name: String should have at most 128 characters/);
  });

  test('5: no server', async (t) => {
    const address = await listen(t, (_request, response) => response.end());
    const [, port] = /:(\d+)$/.exec(address) ?? [];
    const ended = await runHere(['apps', 'list'], {
      environment: { JURYBOX_URL: `http://127.0.0.2:${port}`, JURYBOX_API_KEY: OWNER_KEY },
    });
    assert.equal(ended.code, 5);
    assertOneSentence(ended, /No server can be reached there \(ECONNREFUSED\)/);
  });

  test('5: another program at the address', async (t) => {
    const answers: RequestListener[] = [
      (_request, response) => response.setHeader('content-type', 'text/html').end('<html></html>'),
      (_request, response) => response.writeHead(404).end('no'),
      (_request, response) => response.setHeader('content-type', 'application/json').end('[{'),
    ];
    for (const answer of answers) {
      const JURYBOX_URL = await listen(t, answer);
      const ended = await runHere(['apps', 'list'], {
        environment: { JURYBOX_URL, JURYBOX_API_KEY: OWNER_KEY },
      });
      assert.equal(ended.code, 5);
      assertOneSentence(ended, /Another program listens at this address/);
    }
  });
});

describe('a file of rows', () => {
  test('is read as the ending of its name says', async () => {
    const app_name = 'app of files';
    await server.owner.createApp({ body: { app_name } });
    const folder = temporaryDirectory();
    const contents = {
      'a.csv': 'question\nwhy?\n',
      'b.json': '[{"question":"why?"}]',
      'c.JSONL': '{"question":"why?"}\n',
      'd.ndjson': '{"question":"why?"}\n',
      e: 'question\nwhy?\n',
    };
    for (const [name, content] of Object.entries(contents)) {
      writeFileSync(join(folder, name), content);
      const given = ['testsets', 'create', join(folder, name), '--app', app_name, '--quiet'];
      const ended = await runHere(given, { environment: asOwner() });
      assert.equal(ended.code, 0, `${name}: ${ended.stderr}`);
      const testset_id = ended.stdout.trim();
      const { csvdata } = await server.owner.fetchTestset({ parameters: { testset_id } });
      assert.deepEqual(csvdata, [{ question: 'why?' }], name);
    }
  });

  test('is read as its first character says where it is piped in', async () => {
    const pipe = (input: string) =>
      runHere(['compare', '-', '--name', unique('piped')], { environment: asOwner(), input });
    for (const content of [
      'question,a,b\nq,1,2\n',
      '\n [{"question":"q","a":"1","b":"2"}]',
      '{"question":"q","a":"1","b":"2"}\n{"question":"q","a":"1","b":"2"}\n',
    ]) {
      const ended = await pipe(content);
      assert.equal(ended.code, 0, ended.stderr);
      assert.match(ended.stdout, /^outputs +a, b$/m);
    }
  });
});

describe('a download', () => {
  test('is whole though memory is collected meanwhile', async () => {
    const { testset_id } = await makeTestset(server.owner, { csvdata: [{ question: 'why?' }] });
    const file = join(temporaryDirectory(), 'rows.jsonl');
    const given = ['export', 'testset', testset_id, '--format', 'jsonl', '--output', file];
    const ended = await runCommand(given, {
      environment: { ...asOwner(), NODE_OPTIONS: COLLECT_ON_OPEN },
    });
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(readFileSync(file, 'utf8'), '{"question":"why?"}\n');
  });
});

describe('where a download is written', () => {
  /** A shell at work in a folder with a download, and with links to where it may go. */
  async function inFolder() {
    const { testset_id } = await makeTestset(server.owner, { csvdata: [{ question: 'why?' }] });
    const folder = temporaryDirectory();
    for (const [name, target] of Object.entries({
      'link.csv': 'real.csv',
      'new.csv': 'not-there-yet.csv',
      stdout: '/dev/stdout',
      full: '/dev/full',
    })) {
      symlinkSync(target, join(folder, name));
    }
    writeFileSync(join(folder, 'real.csv'), 'the rows of yesterday');
    const download = `download() { jurybox export testset ${testset_id} -o "$1"; }`;
    const run = (...lines: string[]) =>
      runScript([download, ...lines], { directory: folder, environment: asOwner() });
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    const isLink = (name: string) => lstatSync(join(folder, name)).isSymbolicLink();
    return { folder, run, read, isLink };
  }

  test('is the file that a link leads to', async () => {
    const { folder, run, read, isLink } = await inFolder();
    const ended = await run('download link.csv', 'download new.csv');
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(read('real.csv'), 'question\r\nwhy?\r\n');
    assert.equal(read('not-there-yet.csv'), 'question\r\nwhy?\r\n');
    assert.ok(isLink('link.csv') && isLink('new.csv'));
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.endsWith('.part')),
      [],
    );
  });

  test('may be a pipe or standard output, and what is there stays', async () => {
    const { folder, run, read, isLink } = await inFolder();
    const ended = await run(
      'mkfifo pipe; timeout 60 cat pipe > piped & download pipe; wait',
      'echo before > log; download stdout >> log',
      'download stdout | cat > seen',
    );
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(read('piped'), 'question\r\nwhy?\r\n');
    assert.equal(read('log'), 'before\nquestion\r\nwhy?\r\n');
    assert.equal(read('seen'), 'question\r\nwhy?\r\n');
    assert.ok(lstatSync(join(folder, 'pipe')).isFIFO() && isLink('stdout'));
  });

  test('2: a full disk behind standard output is a sentence', async () => {
    const { run } = await inFolder();
    for (const command of ['apps list', 'openapi', 'apps list --json']) {
      const ended = await run(`jurybox ${command} > /dev/full`);
      assert.equal(ended.code, 2, command);
      assertOneSentence(ended, /^Standard output cannot be written: the disk is full\.$/m);
    }
  });

  test('2: a full disk is a sentence', async () => {
    const { run, isLink } = await inFolder();
    const ended = await run('download full');
    assert.equal(ended.code, 2);
    assertOneSentence(ended, /^full cannot be written: the disk is full\.$/m);
    assert.ok(isLink('full'));
  });
});

describe('an interrupted download', () => {
  test('leaves the file as it was, and nothing beside it', async (t) => {
    const folder = temporaryDirectory();
    const file = join(folder, 'rows.csv');
    writeFileSync(file, 'the rows of yesterday');
    const JURYBOX_URL = await listen(t, (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('question,answer\n', () => response.destroy());
    });
    const id = '01890000-0000-7000-8000-000000000000';
    const ended = await runCommand(['export', 'testset', id, '--output', file], {
      environment: { JURYBOX_URL, JURYBOX_API_KEY: OWNER_KEY },
    });
    assert.equal(ended.code, 5);
    assertOneSentence(ended, /connection broke before the answer was complete/);
    assert.deepEqual(readdirSync(folder), ['rows.csv']);
    assert.equal(readFileSync(file, 'utf8'), 'the rows of yesterday');
  });

  test('by Ctrl-C leaves nothing either', async (t) => {
    const folder = temporaryDirectory();
    const JURYBOX_URL = await listen(t, (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('question,answer\n');
    });
    const id = '01890000-0000-7000-8000-000000000000';
    const child = spawnCommand(['export', 'testset', id, '-o', join(folder, 'rows.csv')], {
      environment: { JURYBOX_URL, JURYBOX_API_KEY: OWNER_KEY },
    });
    await until('it has begun', async () => readdirSync(folder).length > 0);
    child.kill('SIGINT');
    const [code] = await once(child, 'close');
    assert.equal(code, 130);
    assert.deepEqual(readdirSync(folder), []);
  });
});

describe('a reader that has seen enough', () => {
  test('0: a closed pipe is no failure', async () => {
    // Several times what a pipe holds.
    const csvdata = Array.from({ length: 4_000 }, (_, index) => ({
      question: `${index}`.repeat(20),
    }));
    const { testset_id } = await makeTestset(server.owner, { csvdata });
    for (const given of [
      ['export', 'testset', testset_id],
      ['testsets', 'get', testset_id],
    ]) {
      const child = spawnCommand(given, { environment: asOwner() });
      let stderr = '';
      child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
        stderr += chunk;
      });
      child.stdout.once('data', () => child.stdout.destroy());
      const [code] = await once(child, 'close');
      assert.equal(code, 0, stderr);
      assert.equal(stderr, '');
    }
  });
});
