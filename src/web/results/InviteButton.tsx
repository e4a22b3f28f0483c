import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { queryClient } from '../api.ts';
import { linksQuery } from '../evaluations/evaluation-queries.ts';
import { NewLinkDialog } from '../evaluations/NewLinkDialog.tsx';
import { strings } from '../strings.ts';
import { Button, type ButtonLook } from '../ui/Button.tsx';
import { SecretDialog } from '../ui/SecretDialog.tsx';

interface InviteButtonProps {
  readonly evaluationId: string;
  readonly look: ButtonLook;
}

type OpenDialog = { readonly kind: 'new' } | { readonly kind: 'created'; readonly url: string };

/** Creates a guest link, then shows it once. */
export function InviteButton({ evaluationId, look }: InviteButtonProps) {
  const [dialog, setDialog] = useState<OpenDialog>();
  const texts = strings.evaluations.links;
  return (
    <>
      <Button
        look={look}
        icon={<UserPlus aria-hidden />}
        onClick={() => setDialog({ kind: 'new' })}
      >
        {strings.results.act.invite}
      </Button>
      {dialog?.kind === 'new' && (
        <NewLinkDialog
          evaluationId={evaluationId}
          onCreated={(url) => {
            setDialog({ kind: 'created', url });
            void queryClient.invalidateQueries(linksQuery(evaluationId));
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog?.kind === 'created' && (
        <SecretDialog
          title={texts.createdTitle}
          text={texts.createdText}
          secrets={[{ label: texts.one, secret: dialog.url }]}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}
