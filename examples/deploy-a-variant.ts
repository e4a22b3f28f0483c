import { createClient } from 'jurybox/client';

/**
 * From nothing to a deployed config. Start the service, then run in this folder (without the flag
 * if the package is installed):
 *
 * JURYBOX_URL=http://127.0.0.1:4600 JURYBOX_KEY=… node --conditions=source
 * examples/deploy-a-variant.ts
 */
const jurybox = createClient({
  baseUrl: process.env['JURYBOX_URL'] ?? 'http://127.0.0.1:4600',
  apiKey: process.env['JURYBOX_KEY'] ?? '',
});

const app = await jurybox.createApp({ body: { app_name: `support bot ${Date.now()}` } });
const base = await jurybox.createBase({ body: { app_id: app.app_id, base_name: 'chat' } });
const variant = await jurybox.addVariantFromBase({
  body: {
    base_id: base.base_id,
    new_variant_name: 'chat.concise',
    new_config_name: 'concise',
    parameters: { model: 'small', prompt_system: 'Answer in one sentence.' },
  },
});
await jurybox.deployVariant({
  body: { environment_name: 'production', variant_id: variant.variant_id },
});

const config = await jurybox.fetchConfig({
  query: { base_id: base.base_id, environment_name: 'production' },
});
console.log(`production runs ${config.config_name}, revision ${config.current_version}`);
