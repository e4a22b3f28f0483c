import { useQuery } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { client, queryClient } from '../api.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { useConfirm } from '../ui/ConfirmProvider.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { Moment } from '../ui/Moment.tsx';
import { Section } from '../ui/Page.tsx';
import { SecretDialog } from '../ui/SecretDialog.tsx';
import { Table } from '../ui/Table.tsx';
import { announce, announceFailure } from '../ui/Toasts.tsx';
import { linksQuery } from './evaluation-queries.ts';
import { NewLinkDialog } from './NewLinkDialog.tsx';

interface GuestLinksProps {
  readonly evaluationId: string;
  readonly isOpen: boolean;
}

type Shown = { readonly kind: 'new' } | { readonly kind: 'made'; readonly url: string };

/** Links for guests without an account. Each is shown in full only when it is created. */
export function GuestLinks({ evaluationId, isOpen }: GuestLinksProps) {
  const links = useQuery(linksQuery(evaluationId));
  const [shown, setShown] = useState<Shown>();
  const confirm = useConfirm();
  const texts = strings.evaluations.links;
  const refresh = () => queryClient.invalidateQueries(linksQuery(evaluationId));
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
    await refresh();
    announce({ text: texts.revoked });
  };
  return (
    <Section
      title={texts.title}
      actions={
        isOpen && (
          <Button icon={<Link2 aria-hidden />} onClick={() => setShown({ kind: 'new' })}>
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
      {shown?.kind === 'new' && (
        <NewLinkDialog
          evaluationId={evaluationId}
          onMade={(url) => {
            setShown({ kind: 'made', url });
            void refresh();
          }}
          onClose={() => setShown(undefined)}
        />
      )}
      {shown?.kind === 'made' && (
        <SecretDialog
          title={texts.madeTitle}
          text={texts.madeText}
          secrets={[{ label: texts.one, secret: shown.url }]}
          onClose={() => setShown(undefined)}
        />
      )}
    </Section>
  );
}
