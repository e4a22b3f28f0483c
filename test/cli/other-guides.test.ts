import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fencedBlocks } from '../support/fenced-blocks.ts';
import { ALLOW_LOOPBACK, finishedRun, makeRunnable, SPEAKING } from '../support/generation.ts';
import { answerChat, makeProvider } from '../support/providers.ts';
import { OWNER_KEY } from '../support/reachable.ts';
import { runScript } from '../support/run-script.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';
import { answerJson, startTarget } from '../support/target-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ engine: 'sqlite', environment: ALLOW_LOOPBACK });
});
after(() => server.stop());

test('the commands of configs.md can be followed', async () => {
  const { owner, url } = server;
  const { app_id } = await owner.createApp({ body: { app_name: 'support bot' } });
  const parameters = { prompt_system: 'Answer.' };
  const { base_id, variant } = await owner.createBase({
    body: { app_id, base_name: 'chat', config_name: 'baseline', parameters },
  });
  await owner.addVariantFromBase({
    body: {
      base_id,
      new_variant_name: 'chat.concise',
      new_config_name: 'concise',
      parameters: { prompt_system: 'Answer in one sentence.' },
    },
  });
  const { variant_id } = variant;
  await owner.deployVariant({ body: { environment_name: 'production', variant_id } });
  const { code, stdout, stderr } = await runScript(fencedBlocks('docs/guide/configs.md', 'sh'), {
    directory: temporaryDirectory(),
    environment: {
      SERVER: url,
      KEY: OWNER_KEY,
      BASE: base_id,
      JURYBOX_URL: url,
      JURYBOX_API_KEY: OWNER_KEY,
      JURYBOX_APP: 'support bot',
    },
  });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^production runs chat\.concise, revision 1\.$/m);
  assert.match(stdout, /^production runs chat\.baseline, revision 1, again\.$/m);
  assert.match(stdout, /"parameters":\{"prompt_system":"Answer\."\}\}304\n$/);
});

for (const page of ['start', 'api', 'migrating', 'security']) {
  test(`the commands of ${page}.md can be followed`, async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'answers.csv'), SPREADSHEET);
    const result = await runScript(fencedBlocks(`docs/guide/${page}.md`, 'sh'), {
      directory,
      environment: {
        SERVER: server.url,
        KEY: OWNER_KEY,
        JURYBOX_URL: server.url,
        JURYBOX_API_KEY: OWNER_KEY,
      },
    });
    assert.equal(result.code, 0, `${result.stdout}${result.stderr}`);
  });
}

test('the command of outputs.md starts a generation', async (t) => {
  const { owner, url } = server;
  const target = await startTarget((request, response) =>
    (request.url === '/generate' ? answerJson('Lima') : answerChat)(request, response),
  );
  t.after(() => target.close());
  const provider = await makeProvider(owner, { base_url: target.url });
  const made = await makeRunnable(owner, { rows: 2, parameters: [{}, SPEAKING], uri: target.url });
  const [first, second] = made.variants;
  const result = await runScript(fencedBlocks('docs/guide/outputs.md', 'sh'), {
    directory: temporaryDirectory(),
    environment: {
      SERVER: url,
      KEY: OWNER_KEY,
      EVALUATION: made.evaluation_id,
      FIRST: first?.id ?? '',
      SECOND: second?.id ?? '',
      PROVIDER: provider.id,
    },
  });
  assert.equal(result.code, 0, `${result.stdout}${result.stderr}`);
  const { done } = await finishedRun(owner, made);
  assert.equal(done, 4);
});

const SPREADSHEET = 'question,reference,current,shorter\nCapital of Peru?,Lima,It is Lima.,Lima\n';

test('the program in api.md prints what it should', async () => {
  const directory = temporaryDirectory();
  const root = join(import.meta.dirname, '../..');
  mkdirSync(join(directory, 'node_modules'));
  symlinkSync(root, join(directory, 'node_modules/jurybox'));
  const [code = '', ...others] = fencedBlocks('docs/guide/api.md', 'ts');
  assert.deepEqual(others, []);
  writeFileSync(join(directory, 'program.mts'), code);
  const result = await runScript([`"${process.execPath}" --conditions=source program.mts`], {
    directory,
    environment: { SERVER: server.url, KEY: OWNER_KEY },
  });
  assert.equal(result.code, 0, result.stderr);
  assert.match(result.stdout, /^ETag ".+"\n409 app_name_taken\n$/);
});

test('the program in python.md prints what it should, with the standard library alone', async () => {
  const [code = '', ...others] = fencedBlocks('docs/guide/python.md', 'python');
  assert.deepEqual(others, []);
  assert.ok(code.split('\n').length <= 66, 'The program should be short.');
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'program.py'), code);
  const result = await runScript(['python3 -I -S program.py'], {
    directory,
    environment: { JURYBOX_URL: server.url, JURYBOX_KEY: OWNER_KEY },
  });
  assert.equal(result.code, 0, result.stderr);
  assert.deepEqual(result.stdout.trim().split('\n'), [
    "production runs short {'prompt_system': 'Answer in one word.'}",
    'changed: False',
    'short won 2 of 2, settled: False',
  ]);
});
