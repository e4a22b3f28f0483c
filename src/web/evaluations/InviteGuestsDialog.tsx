import { useState } from 'react';
import { queryClient } from '../api.ts';
import { strings } from '../strings.ts';
import { SecretDialog } from '../ui/SecretDialog.tsx';
import { linksQuery } from './evaluation-queries.ts';
import { NewLinkDialog } from './NewLinkDialog.tsx';

interface InviteGuestsDialogProps {
  readonly evaluationId: string;
  readonly onClose: () => void;
}

/** Creates a link for guests and then shows it, once. */
export function InviteGuestsDialog({ evaluationId, onClose }: InviteGuestsDialogProps) {
  const [url, setUrl] = useState<string>();
  const texts = strings.evaluations.links;
  if (url !== undefined) {
    return (
      <SecretDialog
        title={texts.madeTitle}
        text={texts.madeText}
        secrets={[{ label: texts.one, secret: url }]}
        onClose={onClose}
      />
    );
  }
  return (
    <NewLinkDialog
      evaluationId={evaluationId}
      onMade={(made) => {
        setUrl(made);
        void queryClient.invalidateQueries(linksQuery(evaluationId));
      }}
      onClose={onClose}
    />
  );
}
