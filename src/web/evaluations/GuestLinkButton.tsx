import { Link2 } from 'lucide-react';
import { strings } from '../strings.ts';
import { Button, type ButtonLook } from '../ui/Button.tsx';
import { announce, announceFailure } from '../ui/Toasts.tsx';
import { freshGuestLink } from './fresh-guest-link.ts';

interface GuestLinkButtonProps {
  readonly evaluationId: string;
  readonly look?: ButtonLook;
}

/** Copies the guest link of an evaluation just created; renders nothing for others. */
export function GuestLinkButton({ evaluationId, look = 'plain' }: GuestLinkButtonProps) {
  const url = freshGuestLink(evaluationId);
  if (url === undefined) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      announce({ text: strings.start.guestLinkCopied });
    } catch {
      announceFailure(new Error(`${strings.notCopied} ${url}`));
    }
  };
  return (
    <Button
      look={look}
      icon={<Link2 aria-hidden />}
      title={strings.start.guestLinkHint}
      onClick={(event) => {
        // On the judge screen, Enter and space belong to the task.
        event.currentTarget.blur();
        void copy();
      }}
    >
      {strings.start.guestLink}
    </Button>
  );
}
