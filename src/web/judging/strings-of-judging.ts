/** What the UI says to annotators. Nothing in it may tell variants apart. */
export const judging = {
  title: 'Judge',
  loading: 'Getting the first task…',
  guest: {
    title: 'Help to judge',
    text: 'You were invited to compare or score answers. It takes no account: a name under which your judgements are kept is enough.',
    name: 'Your name',
    begin: 'Begin',
    beside: (name: string) =>
      `You stay signed in as ${name}. What you judge here is kept under the name you enter.`,
    ended:
      'Your guest session has ended. Open your link again, or ask the person who sent it for a new one.',
  },
  progress: (judged: number, total: number) => `${judged} of ${total}`,
  minutesLeft: (minutes: number) =>
    minutes <= 1 ? 'about a minute left' : `about ${minutes} min left`,
  unsent: (count: number) =>
    count === 1
      ? 'One answer is kept here until the connection is back.'
      : `${count} answers are kept here until the connection is back.`,
  signedOut: {
    guest:
      'You are signed out here. What you said is kept; open your link again, or ask for a new one, to send it.',
    member: (name: string, unsent: number) =>
      unsent === 0
        ? `Sign in again as ${name} to go on.`
        : `Sign in again as ${name} to send ${judgementCount(unsent)}.`,
  },
  kept: {
    ofOther: (name: string, count: number) =>
      `Sign in as ${name === '' ? 'the person before you' : name} to send ${judgementCount(count)} kept in this browser.`,
    refused: (count: number) =>
      count === 1
        ? 'One judgement could not be sent and is kept in this browser.'
        : `${count} judgements could not be sent and are kept in this browser.`,
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
    'This browser keeps nothing for this site: its storage is full or not allowed. You can judge on, but answers that have not been sent yet would be lost by a reload.',
  leave: 'Leave',
  waiting: 'The next task is on its way…',
  noted: (judged: number, total: number) => `Noted. Task ${judged + 1} of ${total}.`,
  inputs: 'Input',
  noInputs: 'This task has no input.',
  output: 'Answer',
  side: (side: string) => `Answer ${side}`,
  expected: 'Expected answer',
  note: 'Note',
  noteHint: 'Optional; Escape leaves the field',
  flagged: 'Flagged',
  votes: {
    left: 'A is better',
    right: 'B is better',
    tie: 'Tie',
    both_bad: 'Both bad',
  },
  verdict: 'Your verdict',
  score: 'Score',
  scoreRange: (min: number, max: number) => `${min} to ${max}`,
  criteria: 'Questions',
  about: (side: string) => `about ${side}`,
  optional: 'optional',
  yes: 'Yes',
  no: 'No',
  submit: 'Submit',
  skip: 'Skip',
  flag: 'Flag',
  flagTitle: 'Flag this task',
  flagText: 'Tell whoever runs this what is wrong with it. You can still judge it.',
  flagReason: 'What is wrong?',
  undo: 'Undo',
  guidelines: 'Guidelines',
  noGuidelines: 'There are no guidelines for this evaluation.',
  diff: 'Differences',
  lock: 'Scroll together',
  wide: 'Wider',
  width: 'Width of both answers',
  help: 'Keys',
  format: 'Show as',
  formats: { text: 'Text', markdown: 'Markdown', json: 'JSON', chat: 'Chat' },
  picture: (description: string) => `[picture: ${description}]`,
  keys: {
    title: 'Keys',
    left: 'A is better',
    right: 'B is better',
    tie: 'Tie',
    bothBad: 'Both are bad',
    digits: 'Score, or an answer to the question that is marked',
    submit: 'Submit, where questions are asked',
    note: 'Write a note',
    skip: 'Skip; the task comes back at the end',
    flag: 'Tell that something is wrong with the task',
    undo: 'Take the last verdict back, as often as you like',
    guidelines: 'Guidelines',
    diff: 'Mark the words that differ',
    lock: 'Scroll both answers together or apart',
    wide: 'Widen both answers, and back',
    expected: 'Expected answer',
    help: 'This list',
  },
  done: {
    title: 'All done, thank you',
    text: (count: number) =>
      count === 0
        ? 'There is nothing for you to judge here at the moment.'
        : `You have judged ${count} ${count === 1 ? 'task' : 'tasks'}.`,
    pace: (seconds: number) => `Half of them took you less than ${seconds} s.`,
    skipped: (count: number) =>
      count === 1 ? 'You skipped one task.' : `You skipped ${count} tasks.`,
    revisit: 'Look at them again',
    lookAgain: 'Look for more',
    closedTitle: 'This evaluation is closed',
    closedText: 'No more judgements are taken. Everything that arrived before is stored.',
    barredTitle: 'You cannot judge this evaluation at the moment',
    barredText: 'Ask the person who runs it to let you in again.',
  },
} as const;

function judgementCount(count: number): string {
  return count === 1 ? 'one judgement' : `${count} judgements`;
}
