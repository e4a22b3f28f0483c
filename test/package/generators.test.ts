import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { OWNER_EMAIL, OWNER_KEY } from '../support/reachable.ts';
import { startTestServer } from '../support/running-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const DOCUMENT = join(root, 'openapi.json');

/** Installed apart from ours, since they need an older TypeScript. */
const GENERATORS = ['typescript@5.9.3', 'openapi-typescript@7.13.0', '@hey-api/openapi-ts@0.99.0'];

/** Programs of strangers, who know only the document. */
const TYPES_ONLY = `
import type { operations, paths } from './types.d.ts';
type Created = paths['/apps']['post']['responses'][200]['content']['application/json'];
type Asked = operations['addVariantFromBase']['requestBody']['content']['application/json'];
export const created: Created = { app_id: 'id', app_name: 'support bot' };
export const asked: Asked = {
  base_id: 'id',
  new_variant_name: 'chat.concise',
  new_config_name: 'concise',
  parameters: { model: 'small' },
};
// @ts-expect-error: a name is required
export const wrong: Created = { app_id: 'id' };
`;

const WHOLE_CLIENT = `
import { client } from './sdk/client.gen.ts';
import { createApp, fetchProfile } from './sdk/sdk.gen.ts';
client.setConfig({
  baseUrl: \`\${process.env['JURYBOX_URL']}/api\`,
  headers: { authorization: process.env['JURYBOX_KEY'] ?? '' },
});
const { data: profile } = await fetchProfile();
const { data: app } = await createApp({ body: { app_name: 'made by a generated client' } });
console.log(profile?.email, app?.app_name);
`;

test('two generators make TypeScript clients of the document, which compile and work', async (t) => {
  const folder = temporaryDirectory();
  const cwd = folder;
  const generate = (name: string, ...args: string[]) =>
    run(join(folder, 'node_modules/.bin', name), args, { cwd });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const install = ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', [...install, ...GENERATORS], { cwd });
  await generate('openapi-typescript', DOCUMENT, '-o', 'types.d.ts');
  await generate('openapi-ts', '-i', DOCUMENT, '-o', 'sdk', '--no-log-file');
  writeFileSync(join(folder, 'types-only.ts'), TYPES_ONLY);
  writeFileSync(join(folder, 'whole-client.ts'), WHOLE_CLIENT);
  const compilerOptions = {
    target: 'esnext',
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  };
  const files = ['types-only.ts', 'whole-client.ts'];
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const checked = await run(join(root, 'node_modules/.bin/tsc'), ['-p', '.', '--checkers', '1'], {
    cwd,
  }).catch((error: { stdout: string }) => error);
  assert.equal(checked.stdout, '');
  const server = await startTestServer({ engine: 'sqlite' });
  t.after(() => server.stop());
  const bundle = ['build', '--logLevel', 'silent', '--ssr', 'whole-client.ts', '--outDir', 'out'];
  await run(join(root, 'node_modules/.bin/vite'), bundle, { cwd });
  const { stdout } = await run(process.execPath, [join(folder, 'out/whole-client.js')], {
    env: { ...process.env, JURYBOX_URL: server.url, JURYBOX_KEY: OWNER_KEY },
  });
  assert.equal(stdout.trim(), `${OWNER_EMAIL} made by a generated client`);
});
