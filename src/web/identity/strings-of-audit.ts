import { counted, wholeNumber } from '../localized.ts';

const ENTRIES = { one: 'entry', other: 'entries' } as const;

/** Texts about the audit trail and retention. */
export const audit = {
  title: 'Audit trail',
  of: (workspace: string) => `Audit trail of ${workspace}`,
  text: 'Who wrote what in this workspace, newest first. Entries cannot be changed.',
  notYours: 'Only owners and admins of the workspace can read its audit trail.',
  when: 'Time',
  who: 'Person',
  anyone: 'Anyone',
  what: 'Operation',
  object: 'Object',
  detail: 'Change',
  address: 'Address',
  key: (prefix: string) => `key ${prefix}…`,
  guest: 'guest',
  service: 'Jurybox',
  deleted: 'Deleted person',
  noFilter: 'Any',
  objectHint: 'The id of an app, variant, evaluation, person…',
  since: 'From',
  until: 'Until',
  emptyTitle: 'No entries',
  emptyText: 'No write in this workspace fits these filters.',
  more: 'Show older entries',
  csv: 'Download CSV',
  jsonl: 'Download JSONL',
  verify: 'Verify',
  intact: (entries: number, seal: number) =>
    `The trail is intact: ${counted(entries, ENTRIES)} up to seal ${wholeNumber(seal)}.`,
  broken: 'The trail was changed',
  retention: 'Retention',
  auditDays: 'Keep audit entries (days)',
  auditDaysHint: 'Leave empty to keep them for good. Older entries are deleted.',
  evaluationDays: 'Delete evaluations after (days)',
  evaluationDaysHint:
    'Counted from when an evaluation was closed or archived. Leave empty to keep them for good. Deleted evaluations cannot be restored.',
  retentionSaved: 'Retention saved.',
} as const;
