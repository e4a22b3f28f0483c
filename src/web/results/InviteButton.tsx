import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { InviteGuestsDialog } from '../evaluations/InviteGuestsDialog.tsx';
import { strings } from '../strings.ts';
import { Button, type ButtonLook } from '../ui/Button.tsx';

interface InviteButtonProps {
  readonly evaluationId: string;
  readonly look: ButtonLook;
}

/** Opens the dialog that invites guests. */
export function InviteButton({ evaluationId, look }: InviteButtonProps) {
  const [isInviting, setInviting] = useState(false);
  return (
    <>
      <Button look={look} icon={<UserPlus aria-hidden />} onClick={() => setInviting(true)}>
        {strings.results.act.invite}
      </Button>
      {isInviting && (
        <InviteGuestsDialog evaluationId={evaluationId} onClose={() => setInviting(false)} />
      )}
    </>
  );
}
