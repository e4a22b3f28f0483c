import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { client } from '../api.ts';
import { pagedQuery } from '../paged-query.ts';
import { strings } from '../strings.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { Section } from '../ui/Page.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { AuditActions } from './AuditActions.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditTable } from './AuditTable.tsx';
import { type AuditFilter, auditQueryOf } from './audit-filter.ts';
import { useCurrentWorkspace } from './current-workspace.ts';
import { RetentionForm } from './RetentionForm.tsx';
import { useMay, type Workspace } from './session-queries.ts';

const texts = strings.audit;

/** The workspace's audit trail, and how long it and the evaluations are kept. */
export function AuditPage() {
  const workspace = useCurrentWorkspace();
  const may = useMay(workspace?.id);
  if (workspace === undefined) return <Waiting />;
  if (!may('edit_workspace')) return <p>{texts.notYours}</p>;
  return (
    <>
      <Trail key={workspace.id} workspace={workspace} />
      <Section title={texts.retention}>
        <RetentionForm key={workspace.id} workspaceId={workspace.id} />
      </Section>
    </>
  );
}

function Trail({ workspace }: { readonly workspace: Workspace }) {
  const [filter, setFilter] = useState<AuditFilter>({});
  const parameters = { workspace_id: workspace.id };
  const query = auditQueryOf(filter);
  const entries = useInfiniteQuery(
    pagedQuery(['audit', workspace.id, query], (start) =>
      client.reply.listAuditEntries({ parameters, query: { ...query, ...start } }),
    ),
  );
  const items = entries.data?.items ?? [];
  return (
    <Section
      title={texts.of(workspace.name)}
      actions={<AuditActions workspaceId={workspace.id} query={query} />}
    >
      <p>{texts.text}</p>
      <AuditFilters members={workspace.members} filter={filter} onChange={setFilter} />
      <FailureNotice error={entries.error} onRetry={() => void entries.refetch()} />
      {entries.isPending && <Waiting />}
      {entries.isSuccess && items.length === 0 && (
        <EmptyState icon={<ScrollText />} title={texts.emptyTitle} text={texts.emptyText} />
      )}
      {items.length > 0 && <AuditTable entries={items} />}
      <ShowMore pages={entries} label={texts.more} />
    </Section>
  );
}
