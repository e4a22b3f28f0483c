import { counted, wholeNumber } from '../localized.ts';

const TASKS = { one: 'task', other: 'tasks' } as const;

/** Texts for annotators. None of them may reveal which variant an output comes from. */
export const judging = {
  title: 'Judge',
  loading: 'Loading the first task…',
  guest: {
    title: 'Judge outputs',
    text: 'You were invited to compare or score outputs. No account needed. Enter a name to start.',
    name: 'Your name',
    begin: 'Start',
    beside: (name: string) =>
      `You stay signed in as ${name}. Your judgements here are stored under the name you enter.`,
    back: 'Back to your tasks',
    ended:
      'Your guest session has ended. Open your link again, or ask the person who sent it for a new one.',
  },
  progress: (judged: number, total: number) => `${wholeNumber(judged)} of ${wholeNumber(total)}`,
  minutesLeft: (minutes: number) =>
    minutes <= 1 ? 'about a minute left' : `about ${wholeNumber(minutes)} min left`,
  unsent: (count: number) =>
    count === 1
      ? 'One judgement is kept here until the connection is back.'
      : `${judgementCount(count)} are kept here until the connection is back.`,
  notTaken: (count: number) =>
    count === 1
      ? 'One judgement is kept here until it can be sent.'
      : `${judgementCount(count)} are kept here until they can be sent.`,
  signedOut: {
    guest:
      'You are signed out. Your judgements are kept; open your link again, or ask for a new one, to send them.',
    member: (name: string, unsent: number) =>
      unsent === 0
        ? `Sign in again as ${name} to continue.`
        : `Sign in again as ${name} to send ${judgementCount(unsent)}.`,
  },
  kept: {
    ofOther: (name: string, count: number) =>
      `Sign in as ${name === '' ? 'the previous annotator' : name} to send ${judgementCount(count)} kept in this browser.`,
    refused: (count: number) =>
      count === 1
        ? 'One judgement could not be sent and is kept in this browser.'
        : `${judgementCount(count)} could not be sent and are kept in this browser.`,
    discard: 'Discard',
  },
  undoLater: 'Undo works again once your judgements have been sent.',
  twice: {
    title: 'You judged this task elsewhere',
    text: 'A judgement of yours is already stored, from another tab or device. Choose which one counts.',
    stored: 'Stored',
    here: 'Entered here',
    keep: 'Keep the stored one',
    replace: 'Replace it',
  },
  notKept:
    'This browser stores nothing for this site: its storage is full or blocked. You can continue, but a reload would lose judgements that are not sent yet.',
  leave: 'Leave',
  waiting: 'Loading the next task…',
  judgedSoFar: (judged: number, total: number) =>
    `${wholeNumber(judged)} of ${wholeNumber(total)} judged.`,
  inputs: 'Input',
  noInputs: 'This task has no input.',
  output: 'Output',
  empty: '(empty output)',
  identical: 'The outputs are identical.',
  side: (side: string) => `Output ${side}`,
  expected: 'Expected output',
  note: 'Note',
  noteHint: 'Optional',
  flagged: 'Flagged',
  votes: {
    left: 'A is better',
    right: 'B is better',
    tie: 'Tie',
    both_bad: 'Both bad',
  },
  verdict: 'Your judgement',
  score: 'Score',
  /** Not localized: written as the number fields take them. */
  scoreRange: (min: number, max: number) => `${String(min)} to ${String(max)}`,
  criteria: 'Criteria',
  about: (side: string) => `about ${side}`,
  optional: 'optional',
  yes: 'Yes',
  no: 'No',
  submit: 'Submit',
  skip: 'Skip',
  flag: 'Flag',
  flagTitle: 'Flag this task',
  flagText: 'Tell the owner of this evaluation what is wrong. You can still judge the task.',
  flagReason: 'What is wrong?',
  undo: 'Undo',
  guidelines: 'Guidelines',
  noGuidelines: 'There are no guidelines for this evaluation.',
  diff: 'Differences',
  lock: 'Scroll together',
  wide: 'Wider',
  width: 'Width of the outputs',
  help: 'Keys',
  format: 'Show as',
  formats: { auto: 'Automatic', text: 'Text', markdown: 'Markdown', json: 'JSON', chat: 'Chat' },
  picture: (description: string) => `[picture: ${description}]`,
  keys: {
    title: 'Keys',
    left: 'A is better',
    right: 'B is better',
    tie: 'Tie',
    bothBad: 'Both bad',
    digits: 'Score, or answer the marked criterion',
    submit: 'Submit, if there are criteria',
    note: 'Write a note; Escape leaves the field',
    skip: 'Skip; the task returns at the end',
    flag: 'Report a problem with the task',
    undo: 'Undo the last judgement; repeat for earlier ones',
    guidelines: 'Guidelines',
    diff: 'Mark different words',
    lock: 'Scroll both outputs together or apart',
    wide: 'Wider or normal outputs',
    page: 'Scroll the outputs by a page, down or up',
    scroll: 'Scroll the outputs down, up, to the start or the end',
    expected: 'Expected output',
    help: 'This list',
  },
  briefing: {
    title: 'Before you start',
    from: (organization: string) => `${organization} asks for your judgement.`,
    compare: 'Each task shows two outputs for the same input. Choose the better one.',
    score: 'Each task shows one output. Score it.',
    criteria: (names: readonly string[]) => `You answer: ${names.join(', ')}.`,
    effort: (tasks: number, minutes: number) =>
      `Up to ${counted(tasks, TASKS)}, about ${wholeNumber(minutes)} min at half a minute each. Stop and come back whenever you like.`,
    blind: 'The source of each output is hidden, so that only its text counts.',
    start: 'Start judging',
  },
  done: {
    title: 'All done, thank you',
    text: (count: number) =>
      count === 0 ? 'Nothing to judge at the moment.' : `You have judged ${counted(count, TASKS)}.`,
    pace: (seconds: number) => `Median time per task: ${wholeNumber(seconds)} s.`,
    skipped: (count: number) =>
      count === 1 ? 'You skipped one task.' : `You skipped ${counted(count, TASKS)}.`,
    revisit: 'Revisit skipped tasks',
    lookAgain: 'Check for more',
    results: 'See results',
    closedTitle: 'This evaluation is closed',
    closedText: 'It takes no more judgements. All earlier ones are stored.',
    barredTitle: 'You cannot judge this evaluation at the moment',
    barredText: 'Ask the owner of the evaluation for access.',
  },
} as const;

function judgementCount(count: number): string {
  return count === 1 ? 'one judgement' : counted(count, { one: 'judgement', other: 'judgements' });
}
