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

/** Creates a guest link, then shows it once. */
export function InviteGuestsDialog({ evaluationId, onClose }: InviteGuestsDialogProps) {
  const [url, setUrl] = useState<string>();
  const texts = strings.evaluations.links;
  if (url !== undefined) {
    return (
      <SecretDialog
        title={texts.createdTitle}
        text={texts.createdText}
        secrets={[{ label: texts.one, secret: url }]}
        onClose={onClose}
      />
    );
  }
  return (
    <NewLinkDialog
      evaluationId={evaluationId}
      onCreated={(link) => {
        setUrl(link);
        void queryClient.invalidateQueries(linksQuery(evaluationId));
      }}
      onClose={onClose}
    />
  );
}
