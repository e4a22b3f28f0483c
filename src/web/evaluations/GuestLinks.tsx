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
import table from '../ui/Table.module.css';
import { announce, announceFailure } from '../ui/Toasts.tsx';
import { linksQuery } from './evaluation-queries.ts';
import { NewLinkDialog } from './NewLinkDialog.tsx';

interface GuestLinksProps {
  readonly evaluationId: string;
  readonly isOpen: boolean;
}

type Shown = { readonly kind: 'new' } | { readonly kind: 'made'; readonly url: string };

/** Links for people without an account. Each is shown in full only when it is made. */
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
        <div className={table['frame']}>
          <table className={table['table']}>
            <thead>
              <tr>
                <th scope="col">{strings.created}</th>
                <th scope="col">{texts.used}</th>
                <th scope="col">{strings.settings.ends}</th>
                <th scope="col">
                  <span className="visually-hidden">{strings.actions.title}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {links.data.map(({ id, created_at, expires_at, revoked_at, used, max_uses }) => (
                <tr key={id}>
                  <td>
                    <Moment at={created_at} />
                  </td>
                  <td>{texts.uses(used, max_uses)}</td>
                  <td>{revoked_at === null ? <Moment at={expires_at} /> : texts.wasRevoked}</td>
                  <td className={table['action']}>
                    {revoked_at === null && (
                      <Button look="quiet" onClick={() => void revoke(id).catch(announceFailure)}>
                        {texts.revoke}
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
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
