const count = (value: number) => value.toLocaleString('en');

const money = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** Texts about the generation of outputs. */
export const outputs = {
  title: 'Outputs',
  sourceOf: (variant: string) => `Outputs of ${variant}`,
  sources: {
    base: 'Call the base’s address',
    noUri: 'Call the base’s address (it has none)',
    import: 'Import from a file',
    provider: (name: string) => `Run its prompt on ${name}`,
    providerGone: 'Its provider was deleted',
  },
  sourcesText: 'Outputs come from the revisions of this evaluation, even if variants change later.',
  addProvider: 'Add a provider in Settings to run prompts from here.',
  atOnce: 'Start when the evaluation is created',
  reuse: 'Reuse earlier outputs for identical source, parameters and inputs',
  make: 'Generate outputs',
  begun: 'Generating outputs.',
  statuses: {
    none: 'No outputs generated here yet. Imported outputs are listed below.',
    preparing: 'Preparing…',
    running: 'Generating outputs…',
    paused: 'Paused. No calls are made until you resume.',
    canceled: 'Stopped. Generated outputs stay.',
    finished: 'Finished.',
  },
  stalled: (seconds: number) =>
    `No output for ${count(seconds)} s. The app or provider may be slow or resting. If this lasts, check the server log.`,
  pause: 'Pause',
  resume: 'Resume',
  cancel: 'Stop',
  cancelTitle: 'Stop generating outputs?',
  cancelText: 'Outputs that are not generated yet are skipped. Generated outputs stay.',
  retry: 'Retry failed',
  done: (done: number, total: number) => `${count(done)} of ${count(total)} outputs`,
  failedCount: (failed: number) => `${count(failed)} failed`,
  rate: (perSecond: number) =>
    perSecond >= 1
      ? `${perSecond.toFixed(1)} per second`
      : `${(perSecond * 60).toFixed(1)} per minute`,
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
    why: 'Reason',
  },
  doneOf: (done: number, total: number, reused: number) =>
    reused === 0
      ? `${count(done)} of ${count(total)}`
      : `${count(done)} of ${count(total)}, ${count(reused)} reused`,
  tokens: (prompt: number, completion: number) =>
    prompt + completion === 0 ? '' : `${count(prompt)} in, ${count(completion)} out`,
  costOf: (cost: number) => (cost === 0 ? '' : money.format(cost)),
  kinds: { base: 'base address', import: 'import', provider: 'provider' },
  failures: 'Failed outputs',
  raw: 'Raw response',
} as const;
