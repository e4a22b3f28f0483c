import { wholeNumber } from '../localized.ts';

const kinds = {
  flag: 'Flag',
  note: 'Note',
  failed_output: 'Failed output',
  disagreement: 'Disagreement',
  annotator: 'Annotator',
} as const;

/** Texts of the issues page. */
export const issues = {
  title: 'Issues',
  of: (evaluation: string) => `Issues: ${evaluation}`,
  text: 'What annotators and checks found. Resolve the issues you dealt with; dismiss those that are not a problem.',
  kinds,
  kindCount: (kind: keyof typeof kinds, count: number) => `${kinds[kind]} (${wholeNumber(count)})`,
  states: { open: 'Open', resolved: 'Resolved', dismissed: 'Dismissed' },
  columns: {
    kind: 'Kind',
    scenario: 'Scenario',
    text: 'Details',
    author: 'Annotator',
    when: 'When',
    state: 'State',
  },
  filters: { kind: 'Kind', state: 'State', any: 'Any' },
  keys: 'J and K move, R resolves, D dismisses, O opens again.',
  resolve: 'Resolve',
  dismiss: 'Dismiss',
  reopen: 'Open again',
  more: (kinds: readonly string[]) =>
    `Only the first 200 of these are listed: ${kinds.join(', ')}.`,
  emptyTitle: 'No issues',
  emptyText: 'Flags, notes, failed outputs, disagreements and unusual annotators appear here.',
  noneLeftTitle: 'No matches',
  noneLeftText: 'No issue matches these filters.',
  scenarios: {
    title: 'Judgements by scenario',
    number: 'No.',
    winner: 'Preferred',
    judgements: 'Judgements',
    tally: (
      votes: readonly (readonly [name: string, count: number])[],
      { ties, bothBad }: { readonly ties: number; readonly bothBad: number },
    ) =>
      [
        ...votes.map(([name, count]) => `${name} ${wholeNumber(count)}`),
        ...(ties > 0 ? [`tie ${wholeNumber(ties)}`] : []),
        ...(bothBad > 0 ? [`both bad ${wholeNumber(bothBad)}`] : []),
      ].join(' · '),
    notes: 'Notes',
    flags: 'Flags',
  },
  export: {
    open: 'Export…',
    title: 'Export judgements',
    content: 'Content',
    contents: {
      judgements: 'Judgements, one line each',
      scenarios: 'Scenarios with outputs and judgements',
      preferences: 'Preference pairs for fine-tuning (prompt, chosen, rejected)',
    },
    format: 'Format',
    formats: { csv: 'CSV', jsonl: 'JSONL' },
    ties: 'Ties',
    tiesChoices: { omit: 'Leave out', keep: 'Keep, marked as ties' },
    download: 'Download',
  },
} as const;
