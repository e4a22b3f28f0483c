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
import { type CommandResult, runCommand, spawnCommand } from '../support/run-command.ts';
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

/** Starts another program that serves HTTP; returns its address. */
async function listen(t: TestContext, answer: RequestListener): Promise<string> {
  const other = createServer(answer).listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.after(() => {
    other.closeAllConnections();
    other.close();
  });
  return `http://127.0.0.1:${(other.address() as AddressInfo).port}`; // It listens on a port.
}

function assertOneSentence({ stderr, stdout }: CommandResult, expected: RegExp): void {
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

describe('a command that fails', () => {
  test('2: a mistyped command or option is answered with the nearest one', async () => {
    const command = await runCommand(['vriants', 'list']);
    assert.equal(command.code, 2);
    assert.match(command.stderr, /unknown command 'vriants'\n\(Did you mean variants\?\)/);
    const option = await runHere(['apps', 'list', '--jsn']);
    assert.equal(option.code, 2);
    assert.match(option.stderr, /Did you mean --json\?/);
  });

  test('2: a malformed address', async () => {
    const result = await runHere(['whoami', '--server', 'jurybox.example'], {
      environment: { JURYBOX_API_KEY: OWNER_KEY },
    });
    assert.equal(result.code, 2);
    assertOneSentence(result, /"jurybox\.example" is not the address of a server/);
  });

  test('2: a file that does not exist', async () => {
    await server.owner.createApp({ body: { app_name: 'only app' } });
    const result = await runHere(['testsets', 'create', '/nonexistent/rows.csv'], {
      environment: { ...asOwner(), JURYBOX_APP: 'only app' },
    });
    assert.equal(result.code, 2);
    assertOneSentence(result, /\/nonexistent\/rows\.csv does not exist/);
  });

  test('2: an empty file name', async () => {
    for (const args of [
      ['testsets', 'create', '', '--app', 'only app'],
      ['openapi', '-o', ''],
    ]) {
      const result = await runHere(args, { environment: asOwner() });
      assert.equal(result.code, 2);
      assertOneSentence(result, /^The file name is empty\. Name a file\.$/m);
    }
  });

  test('2: a folder in place of a file', async () => {
    for (const args of [
      ['compare', '.'],
      ['openapi', '-o', '/tmp'],
    ]) {
      const result = await runHere(args, { environment: asOwner() });
      assert.equal(result.code, 2);
      assertOneSentence(result, /is a folder\. Name a file in it\./);
    }
  });

  test('2: an empty id', async () => {
    const result = await runHere(['evals', 'get', ''], { environment: asOwner() });
    assert.equal(result.code, 2);
    assertOneSentence(result, /^evaluation_id cannot be ""\. Give an id or a name\.$/m);
  });

  test('2: a comparison of one variant', async () => {
    const args = ['evals', 'create', '--variants', 'one,two', '--testset', 'any'];
    const result = await runHere(args, { environment: asOwner() });
    assert.equal(result.code, 2);
    assertOneSentence(result, /separated by spaces: --variants a b\. .*--type scoring/);
  });

  test('2: options without effect', async () => {
    for (const flag of ['--json', '-q']) {
      const args = ['export', 'judgements', 'any', flag];
      const result = await runHere(args, { environment: asOwner() });
      assert.equal(result.code, 2, flag);
      assertOneSentence(result, /leave out --json and -q, or name a file with -o/);
    }
    for (const args of [
      ['config', 'get', '--base', 'x', '--name', 'y', '-q'],
      ['config', 'save', 'y', '--base', 'x', '--parameters', '{}', '-q'],
      ['deploy', 'x', '--to', 'production', '-q'],
      ['environments', 'list', '-q'],
    ]) {
      const result = await runHere(args, { environment: asOwner() });
      assert.equal(result.code, 2);
      assert.match(result.stderr, /unknown option '-q'/);
    }
  });

  test('2: no app named where several exist, with an empty JURYBOX_APP', async () => {
    for (const app_name of ['one of several', 'another one']) {
      await server.owner.createApp({ body: { app_name } });
    }
    const result = await runHere(['testsets', 'list'], {
      environment: { ...asOwner(), JURYBOX_APP: '' },
    });
    assert.equal(result.code, 2);
    assertOneSentence(result, /^Name the app with --app \(or JURYBOX_APP\): /);
  });

  test('2: parameters that are not an object, or contain a number that is not kept', async () => {
    const { base_id } = await makeBase(server.owner);
    const save = (parameters: string) =>
      runHere(['config', 'save', 'c', '--base', base_id, '--parameters', parameters], {
        environment: asOwner(),
      });
    const list = await save(' [1]');
    assert.equal(list.code, 2);
    assertOneSentence(
      list,
      /^The argument must be a JSON object, such as \{"temperature": 0\.2\}\./,
    );
    const inexact = await save('{"seed": 12345678901234567890}');
    assert.equal(inexact.code, 2);
    assertOneSentence(inexact, /^The number 12345678901234567890 cannot be kept exactly\./);
  });

  test('2: a deletion without --yes and without a terminal to confirm it', async () => {
    const { app_id } = await server.owner.createApp({ body: { app_name: 'dear app' } });
    const result = await runHere(['apps', 'delete', 'dear app'], { environment: asOwner() });
    assert.equal(result.code, 2);
    assertOneSentence(result, /--yes/);
    await server.owner.fetchApp({ parameters: { app_id } });
  });

  test('2: a key with a line break or a space, without showing it', async () => {
    for (const key of [`${OWNER_KEY}\nsecret`, `${OWNER_KEY} secret`]) {
      for (const args of [['apps', 'list'], ['login']]) {
        const result = await runHere(args, {
          environment: { JURYBOX_URL: server.url, JURYBOX_API_KEY: key },
        });
        assert.equal(result.code, 2, args.join(' '));
        assertOneSentence(result, /^A key is one line of visible characters without spaces\./);
        assert.doesNotMatch(result.stderr, new RegExp(`${OWNER_KEY}|secret`));
      }
    }
  });

  test('3: a key that the server no longer accepts', async () => {
    const { key, client } = await makeForeigner(server);
    await client.deleteKey({ parameters: { key_prefix: key.split('.')[0] ?? '' } });
    const result = await runHere(['apps', 'list'], {
      environment: { JURYBOX_URL: server.url, JURYBOX_API_KEY: key },
    });
    assert.equal(result.code, 3);
    assertOneSentence(result, /does not accept the key.*jurybox login/);
  });

  test('4: a name that is taken, and a name that does not exist', async () => {
    await server.owner.createApp({ body: { app_name: 'taken app' } });
    const taken = await runCommand(['apps', 'create', 'Taken App'], { environment: asOwner() });
    assert.equal(taken.code, 4);
    assertOneSentence(taken, /\w/);
    const unknown = await runHere(['apps', 'get', 'takn app'], { environment: asOwner() });
    assert.equal(unknown.code, 4);
    assertOneSentence(unknown, /There is no app "takn app"\. Known: .*taken app/);
    const unlisted = await runHere(['results', 'nope'], { environment: asOwner() });
    assert.equal(unlisted.code, 4);
    assertOneSentence(
      unlisted,
      /There is no evaluation .* List them with "jurybox evals list"\.$/m,
    );
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
    const result = await runHere(['apps', 'create', 'x'.repeat(129)], { environment: asOwner() });
    assert.equal(result.code, 4);
    assertOneSentence(result, /app_name: String should have at most 128 characters/);
  });

  test('5: no server', async (t) => {
    const address = await listen(t, (_request, response) => response.end());
    const [, port] = /:(\d+)$/.exec(address) ?? [];
    const result = await runHere(['apps', 'list'], {
      environment: { JURYBOX_URL: `http://127.0.0.2:${port}`, JURYBOX_API_KEY: OWNER_KEY },
    });
    assert.equal(result.code, 5);
    assertOneSentence(result, /No server can be reached there \(ECONNREFUSED\)/);
  });

  test('5: another program at the address', async (t) => {
    const answers: RequestListener[] = [
      (_request, response) => response.setHeader('content-type', 'text/html').end('<html></html>'),
      (_request, response) => response.writeHead(404).end('no'),
      (_request, response) => response.setHeader('content-type', 'application/json').end('[{'),
    ];
    for (const answer of answers) {
      const JURYBOX_URL = await listen(t, answer);
      const result = await runHere(['apps', 'list'], {
        environment: { JURYBOX_URL, JURYBOX_API_KEY: OWNER_KEY },
      });
      assert.equal(result.code, 5);
      assertOneSentence(result, /Another program listens at this address/);
    }
  });
});

test('a link to a page of the server is accepted as its address', async () => {
  const result = await runHere(['whoami'], {
    environment: { ...asOwner(), JURYBOX_URL: `${server.url}/judge/any?of=it#token=any` },
  });
  assert.equal(result.code, 0, result.stderr);
});

describe('a file of rows', () => {
  test('is read by the extension of its name', async () => {
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
      const args = ['testsets', 'create', join(folder, name), '--app', app_name, '--quiet'];
      const result = await runHere(args, { environment: asOwner() });
      assert.equal(result.code, 0, `${name}: ${result.stderr}`);
      const testset_id = result.stdout.trim();
      const { csvdata } = await server.owner.fetchTestset({ parameters: { testset_id } });
      assert.deepEqual(csvdata, [{ question: 'why?' }], name);
    }
  });

  test('is read by its first character if it is piped in', async () => {
    const pipe = (input: string) =>
      runHere(['compare', '-', '--name', unique('piped')], { environment: asOwner(), input });
    for (const content of [
      'question,a,b\nq,1,2\n',
      '\n [{"question":"q","a":"1","b":"2"}]',
      '{"question":"q","a":"1","b":"2"}\n{"question":"q","a":"1","b":"2"}\n',
    ]) {
      const result = await pipe(content);
      assert.equal(result.code, 0, result.stderr);
      assert.match(result.stdout, /^outputs +a, b$/m);
    }
  });
});

describe('a download', () => {
  test('is complete even if garbage is collected meanwhile', async () => {
    const { testset_id } = await makeTestset(server.owner, { csvdata: [{ question: 'why?' }] });
    const file = join(temporaryDirectory(), 'rows.jsonl');
    const args = ['export', 'testset', testset_id, '--format', 'jsonl', '--output', file];
    const result = await runCommand(args, {
      environment: { ...asOwner(), NODE_OPTIONS: COLLECT_ON_OPEN },
    });
    assert.equal(result.code, 0, result.stderr);
    assert.equal(readFileSync(file, 'utf8'), '{"question":"why?"}\n');
  });
});

describe('the target of a download', () => {
  /** A shell with a download, in a folder with links to possible targets. */
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
    const result = await run('download link.csv', 'download new.csv');
    assert.equal(result.code, 0, result.stderr);
    assert.equal(read('real.csv'), 'question\r\nwhy?\r\n');
    assert.equal(read('not-there-yet.csv'), 'question\r\nwhy?\r\n');
    assert.ok(isLink('link.csv') && isLink('new.csv'));
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.endsWith('.part')),
      [],
    );
  });

  test('may be a pipe or standard output, neither of which it replaces', async () => {
    const { folder, run, read, isLink } = await inFolder();
    const result = await run(
      'mkfifo pipe; timeout 60 cat pipe > piped & download pipe; wait',
      'echo before > log; download stdout >> log',
      'download stdout | cat > seen',
    );
    assert.equal(result.code, 0, result.stderr);
    assert.equal(read('piped'), 'question\r\nwhy?\r\n');
    assert.equal(read('log'), 'before\nquestion\r\nwhy?\r\n');
    assert.equal(read('seen'), 'question\r\nwhy?\r\n');
    assert.ok(lstatSync(join(folder, 'pipe')).isFIFO() && isLink('stdout'));
  });

  test('2: a full disk behind standard output is reported in a sentence', async () => {
    const { run } = await inFolder();
    for (const command of ['apps list', 'openapi', 'apps list --json']) {
      const result = await run(`jurybox ${command} > /dev/full`);
      assert.equal(result.code, 2, command);
      assertOneSentence(result, /^Standard output cannot be written: the disk is full\.$/m);
    }
  });

  test('2: a full disk is reported in a sentence', async () => {
    const { run, isLink } = await inFolder();
    const result = await run('download full');
    assert.equal(result.code, 2);
    assertOneSentence(result, /^full cannot be written: the disk is full\.$/m);
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
    const result = await runCommand(['export', 'testset', id, '--output', file], {
      environment: { JURYBOX_URL, JURYBOX_API_KEY: OWNER_KEY },
    });
    assert.equal(result.code, 5);
    assertOneSentence(result, /connection broke before the answer was complete/);
    assert.deepEqual(readdirSync(folder), ['rows.csv']);
    assert.equal(readFileSync(file, 'utf8'), 'the rows of yesterday');
  });

  test('leaves nothing behind after Ctrl-C', async (t) => {
    const folder = temporaryDirectory();
    const JURYBOX_URL = await listen(t, (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('question,answer\n');
    });
    const id = '01890000-0000-7000-8000-000000000000';
    const child = spawnCommand(['export', 'testset', id, '-o', join(folder, 'rows.csv')], {
      environment: { JURYBOX_URL, JURYBOX_API_KEY: OWNER_KEY },
    });
    await until('the download has begun', async () => readdirSync(folder).length > 0);
    child.kill('SIGINT');
    const [code] = await once(child, 'close');
    assert.equal(code, 130);
    assert.deepEqual(readdirSync(folder), []);
  });
});

describe('an event stream that cannot be read', () => {
  test('1: evals watch ends instead of trying again', async (t) => {
    const JURYBOX_URL = await listen(t, ({ url }, response) => {
      if (url?.endsWith('/events') === true) response.end('event: progress\ndata: {\n\n');
      else response.setHeader('content-type', 'application/json').end('{}');
    });
    const result = await runHere(['evals', 'watch', 'any'], {
      environment: { JURYBOX_URL, JURYBOX_API_KEY: OWNER_KEY },
    });
    assert.equal(result.code, 1);
    assert.match(result.stderr, /^SyntaxError: /);
  });
});

describe('a reader that stops early', () => {
  test('0: a closed pipe is no failure', async () => {
    // Several times the capacity of a pipe.
    const csvdata = Array.from({ length: 4_000 }, (_, index) => ({
      question: `${index}`.repeat(20),
    }));
    const { testset_id } = await makeTestset(server.owner, { csvdata });
    for (const args of [
      ['export', 'testset', testset_id],
      ['testsets', 'get', testset_id],
    ]) {
      const child = spawnCommand(args, { environment: asOwner() });
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
