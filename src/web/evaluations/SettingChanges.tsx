import { useQuery } from '@tanstack/react-query';
import type { SettingChange } from '../../contract/evaluations/evaluation-settings.ts';
import { useWorkspaces } from '../identity/session-queries.ts';
import { exactNumber } from '../localized.ts';
import { strings } from '../strings.ts';
import { withTopNotice } from '../top-notice.ts';
import { Moment } from '../ui/Moment.tsx';
import { Section } from '../ui/Page.tsx';
import { Table } from '../ui/Table.tsx';
import { percentOf } from './analysis-draft.ts';
import { settingChangesQuery } from './evaluation-queries.ts';

interface SettingChangesProps {
  readonly evaluationId: string;
  readonly workspaceId: string | null | undefined;
}

/** Extensions, and changes by editors who may have seen results. */
export function SettingChanges({ evaluationId, workspaceId }: SettingChangesProps) {
  const { data: changes = [] } = useQuery(withTopNotice(settingChangesQuery(evaluationId)));
  const members = useWorkspaces().find(({ id }) => id === workspaceId)?.members ?? [];
  const texts = strings.evaluations.changes;
  if (changes.length === 0) return null;
  const nameOf = (id: string) =>
    members.find(({ user }) => user.id === id)?.user.username ??
    strings.evaluations.annotators.left(id);
  return (
    <Section title={texts.title}>
      <Table
        rows={changes}
        rowKey={(_, index) => index}
        columns={[
          { title: texts.when, cell: ({ created_at }) => <Moment at={created_at} /> },
          { title: texts.setting, cell: ({ field }) => texts.fields[field] },
          { title: texts.before, cell: ({ field, before }) => valueText(field, before) },
          { title: texts.after, cell: ({ field, after }) => valueText(field, after) },
          { title: texts.judgements, cell: ({ judgements }) => judgements },
          { kind: 'text', title: texts.by, cell: ({ changed_by }) => nameOf(changed_by) },
        ]}
      />
    </Section>
  );
}

function valueText(field: SettingChange['field'], value: SettingChange['before']): string {
  const { changes: texts, analysis } = strings.evaluations;
  if (value === null) return field === 'zone' ? texts.default : texts.none;
  if (typeof value === 'number')
    return field === 'level' ? texts.percent(percentOf(value)) : exactNumber(value);
  const rules: Readonly<Record<string, string>> = analysis.rules;
  return value.length === 0 ? texts.none : value.map((rule) => rules[rule] ?? rule).join(', ');
}
