import { useQuery } from '@tanstack/react-query';
import { client, queryClient } from '../api.ts';
import { strings } from '../strings.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { useConfirm } from '../ui/ConfirmProvider.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { Moment } from '../ui/Moment.tsx';
import table from '../ui/Table.module.css';
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
      <FailureNotice error={sessions.error} />
    );
  }
  return (
    <div className={table['frame']}>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">{strings.settings.started}</th>
            <th scope="col">{strings.settings.lastUsed}</th>
            <th scope="col">{strings.settings.ends}</th>
            <th scope="col">
              <span className="visually-hidden">{strings.actions.title}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sessions.data.map(({ id, created_at, last_used_at, expires_at, current }) => (
            <tr key={id}>
              <td>
                <Moment at={created_at} />
              </td>
              <td>
                <Moment at={last_used_at} />
              </td>
              <td>
                <Moment at={expires_at} />
              </td>
              <td className={table['action']}>
                {current ? (
                  <Badge tone="accent">{strings.settings.thisSession}</Badge>
                ) : (
                  <Button look="quiet" onClick={() => void end(id).catch(announceFailure)}>
                    {strings.settings.endSession}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
