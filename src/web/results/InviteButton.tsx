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

type Shown = { readonly kind: 'new' } | { readonly kind: 'made'; readonly url: string };

/** Makes a link for more annotators. */
export function InviteButton({ evaluationId, look }: InviteButtonProps) {
  const [shown, setShown] = useState<Shown>();
  const texts = strings.evaluations.links;
  return (
    <>
      <Button look={look} icon={<UserPlus aria-hidden />} onClick={() => setShown({ kind: 'new' })}>
        {strings.results.act.invite}
      </Button>
      {shown?.kind === 'new' && (
        <NewLinkDialog
          evaluationId={evaluationId}
          onMade={(url) => {
            setShown({ kind: 'made', url });
            void queryClient.invalidateQueries(linksQuery(evaluationId));
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
    </>
  );
}
