import { useMutation } from '@tanstack/react-query';
import { Download, ShieldCheck } from 'lucide-react';
import { client } from '../api.ts';
import { strings } from '../strings.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { announce, announceFailure, announceLasting } from '../ui/Toasts.tsx';
import styles from './AuditPage.module.css';
import type { AuditQuery } from './audit-filter.ts';

const texts = strings.audit;

interface AuditActionsProps {
  readonly workspaceId: string;
  readonly query: AuditQuery;
}

/** Verifies the trail, or downloads the filtered entries. */
export function AuditActions({ workspaceId, query }: AuditActionsProps) {
  const verification = useMutation({
    mutationFn: () => client.verifyAuditTrail({ parameters: { workspace_id: workspaceId } }),
    onSuccess: ({ entries, unsealed, head, faults }) => {
      if (faults.length === 0) announce({ text: texts.intact(entries + unsealed, head.number) });
      else announceLasting(`${texts.broken}: ${faults.join(' ')}`);
    },
    onError: announceFailure,
  });
  const address = (format: string) => {
    const search = new URLSearchParams({ ...query, format });
    return `/api/workspaces/${workspaceId}/audit-entries/export?${search}`;
  };
  return (
    <div className={styles['bar']}>
      <Button
        icon={<ShieldCheck aria-hidden />}
        isBusy={verification.isPending}
        onClick={() => verification.mutate()}
      >
        {texts.verify}
      </Button>
      <a href={address('csv')} download className={buttonClass('plain')}>
        <Download aria-hidden />
        {texts.csv}
      </a>
      <a href={address('jsonl')} download className={buttonClass('plain')}>
        <Download aria-hidden />
        {texts.jsonl}
      </a>
    </div>
  );
}
