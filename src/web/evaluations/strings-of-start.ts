import { counted, wholeNumber } from '../localized.ts';

/** Texts about starting from a spreadsheet. */
export const start = {
  nav: 'Quick start',
  title: 'Start from a spreadsheet',
  subtitle: 'A file with outputs side by side becomes an evaluation that you can judge at once.',
  dropTitle: 'Drop a spreadsheet here',
  dropText:
    'CSV, TSV, JSON or JSONL, with one row per input and one column for each variant’s outputs. Or paste cells from a spreadsheet, anywhere on this page.',
  drop: 'Drop the file to read it',
  choose: 'Choose file',
  chooseAnother: 'Choose another file',
  file: 'Spreadsheet file',
  paste: 'Paste cells from a spreadsheet',
  pasteHere: 'Paste here (Ctrl V)',
  pastedName: 'Pasted table',
  sample: 'Try it with sample data',
  creatingSample: 'Creating the demo…',
  sampleHint: 'Creates a demo app with finished results. Nothing else is touched.',
  name: 'Name',
  type: 'Type',
  types: { compare: 'Compare side by side', score: 'Score each output' },
  roleOf: (column: string) => `Role of column ${column}`,
  roles: { input: 'Input', expected: 'Expected', output: 'Output', none: 'Leave out' },
  size: (rows: number, columns: number) =>
    `${counted(rows, { one: 'row', other: 'rows' })}, ${counted(columns, { one: 'column', other: 'columns' })}. Check what each column is, then start.`,
  contents: (rows: number, variants: readonly string[]) =>
    `Creates ${counted(rows, { one: 'scenario', other: 'scenarios' })} and ${counted(variants.length, { one: 'variant', other: 'variants' })}: ${variants.join(', ')}. Annotators do not see which is which.`,
  submit: 'Start judging',
  creating: 'Creating the evaluation…',
  guestLink: 'Copy guest link',
  guestLinkHint: 'Lets up to 25 people without an account judge this evaluation, for 14 days.',
  guestLinkCopied: 'Guest link copied. Send it to people who should judge too.',
  tooWide: (most: number) =>
    `The file has more than ${wholeNumber(most)} columns. Delete those you do not need.`,
  demo: 'This is demo data. Its outputs were written, and its judgements simulated, for this purpose.',
  removeDemo: 'Remove demo',
};
