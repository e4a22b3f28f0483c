import { useQuery } from '@tanstack/react-query';
import { client, queryClient } from '../api.ts';
import { strings } from '../strings.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { useConfirm } from '../ui/ConfirmProvider.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { Moment } from '../ui/Moment.tsx';
import { Table } from '../ui/Table.tsx';
import { announce, announceFailure } from '../ui/Toasts.tsx';
import { Waiting } from '../ui/Waiting.tsx';

export function SessionsList() {
  const sessions = useQuery({ queryKey: ['sessions'], queryFn: () => client.listSessions() });
  const confirm = useConfirm();
  const end = async (session_id: string) => {
    const isSure = await confirm({
      title: strings.settings.endTitle,
      text: strings.settings.endText,
      action: strings.settings.endSession,
    });
    if (!isSure) return;
    await client.endSession({ parameters: { session_id } });
    await queryClient.invalidateQueries({ queryKey: ['sessions'] });
    announce({ text: strings.settings.sessionEnded });
  };
  if (sessions.data === undefined) {
    return sessions.error === null ? (
      <Waiting rows={2} />
    ) : (
      <FailureNotice error={sessions.error} onRetry={() => void sessions.refetch()} />
    );
  }
  return (
    <Table
      rows={sessions.data}
      rowKey={({ id }) => id}
      columns={[
        { title: strings.settings.started, cell: ({ created_at }) => <Moment at={created_at} /> },
        {
          title: strings.settings.lastUsed,
          cell: ({ last_used_at }) => <Moment at={last_used_at} />,
        },
        { title: strings.settings.ends, cell: ({ expires_at }) => <Moment at={expires_at} /> },
        {
          kind: 'action',
          cell: ({ id, current }) =>
            current ? (
              <Badge tone="accent">{strings.settings.thisSession}</Badge>
            ) : (
              <Button look="quiet" onClick={() => void end(id).catch(announceFailure)}>
                {strings.settings.endSession}
              </Button>
            ),
        },
      ]}
    />
  );
}
