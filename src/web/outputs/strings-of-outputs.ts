const count = (value: number) => value.toLocaleString('en');

const money = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** What the UI says about the making of outputs. */
export const outputs = {
  title: 'Outputs',
  sourceOf: (variant: string) => `Outputs of ${variant}`,
  sources: {
    base: 'Call the address of its base',
    noUri: 'Call the address of its base (it has none)',
    import: 'Import what was made elsewhere',
    provider: (name: string) => `Run its prompt on ${name}`,
    providerGone: 'Its provider was deleted',
  },
  sourcesText:
    'Outputs are made from the revisions that this evaluation is about, whatever changes later.',
  addProvider: 'Add a provider in the settings to run prompts from here.',
  atOnce: 'Begin as soon as the evaluation is created',
  reuse: 'Take answers again that the same source gave to the same parameters and inputs',
  make: 'Make outputs',
  begun: 'Outputs are being made.',
  statuses: {
    none: 'None were made from here yet. Those that were imported stand below.',
    preparing: 'Getting ready…',
    running: 'Outputs are being made.',
    paused: 'Paused. Nothing is called until it goes on.',
    canceled: 'Canceled. What was made stays.',
    finished: 'All that could be made is there.',
  },
  stalled: (seconds: number) =>
    `No output for ${count(seconds)} s. The app or provider may be slow or resting. If this lasts, check the server log.`,
  pause: 'Pause',
  resume: 'Go on',
  cancel: 'Cancel the run',
  cancelTitle: 'Cancel the run?',
  cancelText: 'What has no output yet is given up. Outputs that were made stay.',
  retry: 'Try the failed ones again',
  done: (done: number, total: number) => `${count(done)} of ${count(total)} outputs`,
  failedCount: (failed: number) => `${count(failed)} failed`,
  rate: (perSecond: number) =>
    perSecond >= 1 ? `${perSecond.toFixed(1)} a second` : `${(perSecond * 60).toFixed(1)} a minute`,
  timeLeft: (seconds: number) =>
    seconds < 60
      ? `about ${seconds} s left`
      : seconds < 5400
        ? `about ${Math.ceil(seconds / 60)} min left`
        : `about ${Math.ceil(seconds / 3600)} h left`,
  cost: (cost: number) => `cost ${money.format(cost)}`,
  columns: {
    variant: 'Variant',
    source: 'Source',
    done: 'Done',
    failed: 'Failed',
    waiting: 'Waiting',
    tokens: 'Tokens',
    cost: 'Cost',
    scenario: 'Scenario',
    attempts: 'Attempts',
    why: 'Why',
  },
  doneOf: (done: number, total: number, reused: number) =>
    reused === 0
      ? `${count(done)} of ${count(total)}`
      : `${count(done)} of ${count(total)}, ${count(reused)} without a call`,
  tokens: (prompt: number, completion: number) =>
    prompt + completion === 0 ? '' : `${count(prompt)} in, ${count(completion)} out`,
  costOf: (cost: number) => (cost === 0 ? '' : money.format(cost)),
  kinds: { base: 'address of the base', import: 'import', provider: 'provider' },
  failures: 'What failed',
  raw: 'What the other side said',
} as const;
