import type { EvaluationOverview } from '../../contract/evaluations/evaluation-overviews.ts';
import { counted, wholeNumber } from '../localized.ts';

/** Texts of lists of evaluations, and names of evaluations. */
export const overviews = {
  types: { human_a_b_testing: 'Comparison', single_model_test: 'Scoring' },
  unnamed: {
    human_a_b_testing: (testset: string) => `Comparison on ${testset}`,
    single_model_test: (testset: string) => `Scoring on ${testset}`,
  },
  by: (owner: string) => `by ${owner}`,
  progress: (progress: NonNullable<EvaluationOverview['progress']>) => {
    const { judgements, judgements_wanted, scenarios_complete, scenarios } = progress;
    const have = Math.min(judgements, judgements_wanted);
    return `${wholeNumber(have)} of ${wholeNumber(judgements_wanted)} judgements · ${wholeNumber(scenarios_complete)} of ${wholeNumber(scenarios)} scenarios complete`;
  },
  outputsMissing: (missing: number) => {
    if (missing === 1) return 'One task lacks outputs';
    return `${wholeNumber(missing)}${missing >= 1000 ? ' or more' : ''} tasks lack outputs`;
  },
  flags: (flags: number) => counted(flags, { one: 'flag', other: 'flags' }),
  outdated: 'More judgements since then.',
  archived: 'Archived',
  filters: {
    title: 'Filter evaluations',
    search: 'Search',
    searchHint: 'Name, variant or test set',
    status: 'Status',
    variant: 'Variant',
    testset: 'Test set',
    any: 'Any',
    mine: 'Created by me',
    archived: 'Archive',
    order: 'Sort',
    orders: { newest: 'Newest first', oldest: 'Oldest first', name: 'Name' },
    openArchive: 'Show the archive',
    clear: 'Clear filters',
    nothingTitle: 'No matches',
    nothingText: 'No evaluation matches these filters.',
    more: 'Show more',
  },
  actionsOf: (name: string) => `Actions for ${name}`,
  duplicate: 'Duplicate',
  archive: 'Archive',
  unarchive: 'Move out of the archive',
  wasArchived: 'Evaluation archived. It is left out of lists and no longer offered to annotators.',
  wasUnarchived: 'Evaluation moved out of the archive.',
  labels: {
    open: 'Rename…',
    title: 'Rename the evaluation',
    name: 'Name',
    nameHint: 'Leave empty for a name such as “concise vs baseline on refunds”.',
    description: 'Description',
    descriptionHint:
      'What this evaluation should find out. Blind annotators see neither name nor description.',
    saved: 'Name saved.',
  },
  steps: {
    add_outputs: 'Generate outputs',
    import_outputs: 'Import outputs',
    invite: 'Invite guests',
    judge: 'Judge',
    read_results: 'Read results',
  },
  tabs: { title: 'Parts of the evaluation', overview: 'Overview', issues: 'Issues' },
  home: {
    title: 'Inbox',
    text: 'Evaluations waiting for you.',
    toJudge: 'To judge',
    nothingToJudge: 'Nothing to judge right now.',
    remaining: (left: number) => (left >= 25 ? '25 or more left' : `${wholeNumber(left)} left`),
    groups: {
      flagged: 'Flagged by annotators',
      outputs: 'Need outputs',
      settled: 'Settled',
      running: 'Running',
      finished: 'Finished',
    },
    group: (name: string) => `Your evaluations: ${name}`,
    emptyTitle: 'Nothing is waiting for you',
    emptyText:
      'Evaluations that you can judge appear here as soon as they have outputs, and those that you create.',
  },
} as const;
