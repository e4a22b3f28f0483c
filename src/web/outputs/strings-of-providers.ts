import { wholeNumber } from '../localized.ts';

/** Texts about providers: the chat endpoints that generate outputs. */
export const providers = {
  title: 'Providers',
  one: 'Provider',
  text: 'OpenAI-compatible chat endpoints that generate outputs from your variants.',
  create: 'Add provider',
  edit: 'Edit provider',
  emptyTitle: 'Add a chat endpoint',
  emptyText:
    'With a provider, Jurybox runs the prompts of your variants itself. Enter the address of an OpenAI-compatible endpoint and its key.',
  loopback: {
    title: (place: string) => `Allow calls to ${place}?`,
    text: 'This address is on the server’s own machine. Your decision is recorded; you can revoke it under Providers.',
    allow: 'Allow',
    allowed: 'Allowed on this machine',
    revoke: 'Stop allowing this machine',
    revoked: (name: string) => `Calls to ${name} on this machine are no longer allowed.`,
  },
  name: 'Name',
  nameHint: 'The name in this workspace.',
  address: 'Address',
  addressHint: 'The part before /chat/completions, such as https://api.openai.com/v1.',
  key: 'API key',
  keyHint: 'Stored encrypted and never shown again. Leave empty to call without a key.',
  keyKept: (hint: string | null) =>
    hint === null
      ? 'A key is stored. Leave empty to keep it.'
      : `A key ending in ${hint} is stored. Leave empty to keep it.`,
  keyForOther: (origin: string) =>
    `The stored key is for ${origin} only. Enter the key of the new address, or remove it.`,
  keyShown: (hint: string | null) => (hint === null ? 'stored' : `…${hint}`),
  noKey: 'none',
  removeKey: 'Remove key',
  headers: 'Headers',
  headersHint: 'Sent with every call, one per line: “Name: value”. Never shown again.',
  headersKept: (names: readonly string[]) =>
    `Stored: ${names.join(', ')}. Leave empty to keep them; new lines replace them all.`,
  headersForOther: (origin: string) =>
    `The stored headers are for ${origin} only. Enter those of the new address, or remove them.`,
  headerInvalid: (line: string) => `“${line}” is not a header. Write “Name: value”.`,
  removeHeaders: 'Remove headers',
  atOnce: 'Concurrent calls',
  perMinute: 'Calls per minute',
  perMinuteHint: 'Leave empty for no limit.',
  limits: (atOnce: number, perMinute: number | null) =>
    perMinute === null
      ? `${wholeNumber(atOnce)} concurrent`
      : `${wholeNumber(atOnce)} concurrent, ${wholeNumber(perMinute)} per minute`,
  limitsTitle: 'Limits',
  saved: (name: string) => `${name} was saved.`,
  moreAbout: (name: string) => `Actions for ${name}`,
  deleteTitle: (name: string) => `Delete the provider ${name}?`,
  deleteText: 'Its key is deleted too. Pending outputs from it fail; generated outputs stay.',
  deleted: (name: string) => `${name} was deleted.`,
  test: 'Test',
  testTitle: (name: string) => `Test ${name}`,
  testText: 'Asks one model for one short output. It may cost a fraction of a cent.',
  model: 'Model',
  ask: 'Send',
  answered: (ms: number) => `Output after ${wholeNumber(ms)} ms:`,
  failed: (code: string) => `No output (${code.replaceAll('_', ' ')}).`,
} as const;
