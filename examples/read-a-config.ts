import { createClient, createConfigReader } from 'jurybox/client';
import { createConfigFile } from 'jurybox/config-file';

/**
 * An app that reads its deployed config, and uses the last one while the server is down. Run it in
 * a folder where `npm install jurybox` was run, with a running server:
 *
 * JURYBOX_URL=http://127.0.0.1:4600 JURYBOX_KEY=… node read-a-config.ts
 */
const baseUrl = process.env['JURYBOX_URL'] ?? 'http://127.0.0.1:4600';
const apiKey = process.env['JURYBOX_KEY'] ?? '';

// First deploys a variant: see deploy-a-variant.ts.
const jurybox = createClient({ baseUrl, apiKey });
const { app_id } = await jurybox.createApp({ body: { app_name: `help bot ${Date.now()}` } });
const { base_id, variant } = await jurybox.createBase({
  body: {
    app_id,
    base_name: 'chat',
    config_name: 'concise',
    parameters: { prompt_system: 'Answer in one sentence.' },
  },
});
await jurybox.deployVariant({
  body: { environment_name: 'production', variant_id: variant.variant_id },
});

// The app itself: one reader for the whole process, read before each use.
const configs = createConfigReader({
  baseUrl,
  apiKey,
  baseId: base_id,
  config: { environment: 'production' },
  parse: ({ prompt_system }) => ({ prompt: String(prompt_system) }),
  store: createConfigFile('./last-config.json'),
  onFault: (fault) => console.error(fault),
});
const { parameters, configName, version, stale } = await configs.read();
if (stale) console.error('The server did not confirm this config.');
console.log(`${configName}, version ${version}: ${parameters.prompt}`);
