import { useQuery } from '@tanstack/react-query';
import type { ResultStatistics } from '../../contract/results/results.ts';
import { headlineWithAll } from '../../domain/results/sentences/headline-with-all.ts';
import { type Evaluation, exclusionsQuery } from '../evaluations/evaluation-queries.ts';
import { SettingChanges } from '../evaluations/SettingChanges.tsx';
import { useWorkspaces } from '../identity/session-queries.ts';
import { strings } from '../strings.ts';
import { withTopNotice } from '../top-notice.ts';
import { Moment } from '../ui/Moment.tsx';
import { Section } from '../ui/Page.tsx';
import { Table } from '../ui/Table.tsx';
import { appQuery } from '../variants/app-queries.ts';
import type { Names } from './names.ts';
import styles from './Report.module.css';
import { useRights } from './use-rights.ts';

interface HistorySectionProps {
  readonly evaluation: Evaluation;
  readonly statistics: ResultStatistics;
  readonly names: Names;
}

/** Decisions after the first judgement: excluded annotators and changed settings. */
export function HistorySection({ evaluation, statistics, names }: HistorySectionProps) {
  const { mayEdit } = useRights(evaluation);
  const { data: app } = useQuery(withTopNotice(appQuery(evaluation.app_id)));
  const workspaceId = app?.value.workspace_id;
  return (
    <>
      <BothVerdicts statistics={statistics} names={names} />
      {mayEdit && (
        <>
          <Exclusions evaluation={evaluation} workspaceId={workspaceId} names={names} />
          <SettingChanges evaluationId={evaluation.id} workspaceId={workspaceId} />
        </>
      )}
    </>
  );
}

function BothVerdicts({ statistics, names }: Omit<HistorySectionProps, 'evaluation'>) {
  const withAll = headlineWithAll(statistics, names);
  const texts = strings.results.history;
  if (withAll === null) return null;
  return (
    <Section title={texts.title}>
      <p className={styles['soft']}>{texts.text}</p>
      <p>{withAll}</p>
    </Section>
  );
}

interface ExclusionsProps extends Pick<HistorySectionProps, 'evaluation' | 'names'> {
  readonly workspaceId: string | null | undefined;
}

function Exclusions({ evaluation, workspaceId, names }: ExclusionsProps) {
  const { data: exclusions = [] } = useQuery(withTopNotice(exclusionsQuery(evaluation.id)));
  const members = useWorkspaces().find(({ id }) => id === workspaceId)?.members ?? [];
  const { exclusions: texts, progress, annotators } = strings.evaluations;
  if (exclusions.length === 0) return null;
  const authorOf = (id: string) =>
    members.find(({ user }) => user.id === id)?.user.username ?? annotators.left(id);
  return (
    <Section title={texts.title}>
      <Table
        rows={exclusions}
        rowKey={({ annotator_id }) => annotator_id}
        columns={[
          {
            kind: 'text',
            title: progress.annotator,
            cell: ({ annotator_id }) => names.annotator(annotator_id),
          },
          { kind: 'text', title: texts.reason, cell: ({ reason }) => reason },
          { title: progress.judged, cell: ({ judgements }) => judgements },
          { title: texts.when, cell: ({ created_at }) => <Moment at={created_at} /> },
          { kind: 'text', title: strings.by, cell: ({ excluded_by }) => authorOf(excluded_by) },
        ]}
      />
    </Section>
  );
}
