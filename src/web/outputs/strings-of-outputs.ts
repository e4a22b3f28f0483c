import { counted, preciseNumber, roughNumber, wholeNumber } from '../localized.ts';

const OUTPUTS = { one: 'output', other: 'outputs' } as const;

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
  faults: {
    noAddress: 'Its base has no address to call. Choose another source.',
    providerGone: 'Its provider was deleted. Choose another source.',
    noColumn: (name: string) =>
      `Its prompt names “${name}”, which is not a column of the test set. Add the column, or change the prompt.`,
    notTicked: (name: string) =>
      `Its prompt names “${name}”, which is not an input. Tick that column under Variants.`,
  },
  trial: {
    title: 'Try one row',
    row: 'Row',
    rowOption: (number: number, text: string) => `${wholeNumber(number)} · ${text}`,
    ask: 'Try',
    answered: (variant: string, latencyMs: number) => `${variant} · ${wholeNumber(latencyMs)} ms`,
    failed: (variant: string) => `${variant}:`,
  },
  sourcesText: 'Outputs come from the revisions of this evaluation, even if variants change later.',
  addProvider: 'Add a provider in Settings to run prompts from here.',
  atOnce: 'Start when the evaluation is created',
  reuse: 'Reuse earlier outputs for identical source, parameters and inputs',
  generate: 'Generate outputs',
  started: 'Generating outputs.',
  statuses: {
    none: 'No outputs generated here yet. Imported outputs are listed below.',
    preparing: 'Preparing…',
    running: 'Generating outputs…',
    paused: 'Paused. No calls are made until you resume.',
    canceled: 'Stopped. Generated outputs stay.',
    finished: 'Finished.',
  },
  finished: (done: number, failed: number) =>
    failed === 0
      ? `Finished: ${counted(done, OUTPUTS)}.`
      : `Finished: ${counted(done, OUTPUTS)}, ${wholeNumber(failed)} failed.`,
  stalled: (seconds: number) =>
    `No output for ${wholeNumber(seconds)} s. The app or provider may be slow or limiting calls. If this lasts, check the server log.`,
  pause: 'Pause',
  resume: 'Resume',
  cancel: 'Stop',
  cancelTitle: 'Stop generating outputs?',
  cancelText: 'Outputs that are not generated yet are skipped. Generated outputs stay.',
  retry: 'Retry failed',
  done: (done: number, total: number) => `${wholeNumber(done)} of ${wholeNumber(total)} outputs`,
  failedCount: (failed: number) => `${wholeNumber(failed)} failed`,
  rate: (perSecond: number) =>
    perSecond >= 1
      ? `${roughNumber(perSecond)} per second`
      : `${roughNumber(perSecond * 60)} per minute`,
  timeLeft: (seconds: number) =>
    seconds < 60
      ? `about ${wholeNumber(seconds)} s left`
      : seconds < 5400
        ? `about ${wholeNumber(Math.ceil(seconds / 60))} min left`
        : `about ${wholeNumber(Math.ceil(seconds / 3600))} h left`,
  cost: (cost: number) => `cost ${preciseNumber(cost)}`,
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
      ? `${wholeNumber(done)} of ${wholeNumber(total)}`
      : `${wholeNumber(done)} of ${wholeNumber(total)}, ${wholeNumber(reused)} reused`,
  tokens: (prompt: number, completion: number) =>
    prompt + completion === 0 ? '' : `${wholeNumber(prompt)} in, ${wholeNumber(completion)} out`,
  costOf: (cost: number) => (cost === 0 ? '' : preciseNumber(cost)),
  kinds: { base: 'base address', import: 'import', provider: 'provider' },
  causes: 'Why outputs failed',
  causeCount: (failed: number) => `${wholeNumber(failed)} failed`,
  retryCurrent: 'Retry with current revisions',
  retryCurrentText:
    'This evaluation keeps the revisions it was created with. A copy of it uses the current ones.',
  failures: 'Failed outputs',
  raw: 'Raw response',
} as const;
