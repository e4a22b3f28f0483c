import { useQuery } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { client, queryClient } from '../api.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { useConfirm } from '../ui/ConfirmProvider.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { Moment } from '../ui/Moment.tsx';
import { Section } from '../ui/Page.tsx';
import { Table } from '../ui/Table.tsx';
import { announce, announceFailure } from '../ui/Toasts.tsx';
import { linksQuery } from './evaluation-queries.ts';

interface GuestLinksProps {
  readonly evaluationId: string;
  /** Undefined if guests cannot be invited, or another button on the page invites them. */
  readonly onInvite: (() => void) | undefined;
}

/** Links for guests without an account. Each is shown in full only when it is created. */
export function GuestLinks({ evaluationId, onInvite }: GuestLinksProps) {
  const links = useQuery(linksQuery(evaluationId));
  const confirm = useConfirm();
  const texts = strings.evaluations.links;
  const revoke = async (id: string) => {
    const isSure = await confirm({
      title: texts.revokeTitle,
      text: texts.revokeText,
      action: texts.revoke,
    });
    if (!isSure) return;
    await client.revokeAnnotatorInvitation({
      parameters: { evaluation_id: evaluationId, invitation_id: id },
    });
    await queryClient.invalidateQueries(linksQuery(evaluationId));
    announce({ text: texts.revoked });
  };
  return (
    <Section
      title={texts.title}
      actions={
        onInvite !== undefined && (
          <Button icon={<Link2 aria-hidden />} onClick={onInvite}>
            {texts.create}
          </Button>
        )
      }
    >
      <FailureNotice error={links.error} onRetry={() => void links.refetch()} />
      {links.data !== undefined && links.data.length > 0 && (
        <Table
          rows={links.data}
          rowKey={({ id }) => id}
          columns={[
            { title: strings.created, cell: ({ created_at }) => <Moment at={created_at} /> },
            { title: texts.used, cell: ({ used, max_uses }) => texts.uses(used, max_uses) },
            {
              title: strings.settings.ends,
              cell: ({ revoked_at, expires_at }) =>
                revoked_at === null ? <Moment at={expires_at} /> : texts.wasRevoked,
            },
            {
              kind: 'action',
              cell: ({ id, revoked_at }) =>
                revoked_at === null && (
                  <Button look="quiet" onClick={() => void revoke(id).catch(announceFailure)}>
                    {texts.revoke}
                  </Button>
                ),
            },
          ]}
        />
      )}
    </Section>
  );
}
