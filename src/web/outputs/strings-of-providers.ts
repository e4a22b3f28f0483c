/** What the UI says about the chat endpoints that variants are run on. */
export const providers = {
  title: 'Providers',
  one: 'Provider',
  text: 'Chat endpoints that speak the protocol of OpenAI. Variants can be run on them to make outputs.',
  create: 'Add provider',
  edit: 'Edit provider',
  emptyTitle: 'Add a chat endpoint',
  emptyText:
    'With a provider, Jurybox runs the prompts of your variants itself: give it the address of any endpoint that speaks the protocol of OpenAI, and its key.',
  name: 'Name',
  nameHint: 'As it is called in this workspace.',
  address: 'Address',
  addressHint: 'What comes before /chat/completions, such as https://api.openai.com/v1.',
  key: 'API key',
  keyHint: 'It is kept encrypted and never shown again. Empty: calls are made without one.',
  keyKept: (hint: string | null) =>
    hint === null
      ? 'A key is kept. Leave this empty to keep it.'
      : `A key that ends in ${hint} is kept. Leave this empty to keep it.`,
  keyForOther: (origin: string) =>
    `The kept key is for ${origin} only. Type the key of the new address, or remove it.`,
  keyShown: (hint: string | null) => (hint === null ? 'kept' : `…${hint}`),
  noKey: 'none',
  removeKey: 'Remove the key',
  headers: 'Headers',
  headersHint: 'Sent with every call, one to a line: “Name: value”. Never shown again.',
  headersKept: (names: readonly string[]) =>
    `Kept: ${names.join(', ')}. Leave this empty to keep them; what you write replaces them all.`,
  headersForOther: (origin: string) =>
    `The kept headers are for ${origin} only. Write those of the new address, or remove them.`,
  headerInvalid: (line: string) => `“${line}” is not a header. Write “Name: value”.`,
  removeHeaders: 'Remove the headers',
  atOnce: 'Calls at once',
  perMinute: 'Calls a minute',
  perMinuteHint: 'Empty: as many as are answered.',
  limits: (atOnce: number, perMinute: number | null) =>
    perMinute === null
      ? `${atOnce} at once`
      : `${atOnce} at once, ${perMinute.toLocaleString('en')} a minute`,
  limitsTitle: 'Limits',
  saved: (name: string) => `${name} was saved.`,
  moreAbout: (name: string) => `More about ${name}`,
  deleteTitle: (name: string) => `Delete the provider ${name}?`,
  deleteText:
    'Its key goes with it. Outputs that it was to make and has not made yet fail; those that were made stay.',
  deleted: (name: string) => `${name} was deleted.`,
  test: 'Test',
  testTitle: (name: string) => `Test ${name}`,
  testText: 'Asks one model for one short answer. It may cost a fraction of a cent.',
  model: 'Model',
  ask: 'Ask',
  answered: (ms: number) => `It answered after ${ms.toLocaleString('en')} ms:`,
  failed: (code: string) => `No answer (${code.replaceAll('_', ' ')}).`,
} as const;
