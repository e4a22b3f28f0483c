import { useQuery } from '@tanstack/react-query';
import { Lock, LockOpen, Repeat } from 'lucide-react';
import type { Progress } from '../../contract/results/evaluation-results.ts';
import type { ResultStatistics } from '../../contract/results/results.ts';
import { closeActions } from '../evaluations/close-actions.ts';
import { type Evaluation, settingsQuery } from '../evaluations/evaluation-queries.ts';
import { strings } from '../strings.ts';
import { withTopNotice } from '../top-notice.ts';
import { Button } from '../ui/Button.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { DeployWinnerButton } from './DeployWinnerButton.tsx';
import { ExcludeButtons } from './ExcludeButtons.tsx';
import { ExtendButton } from './ExtendButton.tsx';
import { extensionFor } from './extension-for.ts';
import { InviteButton } from './InviteButton.tsx';
import { useRights } from './use-rights.ts';
import styles from './VerdictSection.module.css';

interface VerdictActionsProps {
  readonly evaluation: Evaluation;
  readonly statistics: ResultStatistics;
  readonly progress: Progress;
}

/** The next steps as buttons, for users who may take them; the recommended one comes first. */
export function VerdictActions({ evaluation, statistics, progress }: VerdictActionsProps) {
  const { data: settings } = useQuery(withTopNotice(settingsQuery(evaluation.id)));
  const { may, mayEdit } = useRights(evaluation);
  const { close, reopen } = closeActions(evaluation);
  if (settings === undefined) return null;
  const { verdict } = statistics;
  const isOpen = !settings.value.locked;
  const isPlanDone = verdict.plan.phase !== 'before_end';
  const extension = extensionFor(verdict, progress, settings.value.judgements_per_task);
  const texts = strings.results.act;
  const mayExtend = mayEdit && isOpen && isPlanDone && !verdict.settled;
  const mayInvite = mayEdit && isOpen && !verdict.settled;
  return (
    <div className={styles['actions']}>
      {verdict.settled && verdict.leader !== null && may('deploy_application') && (
        <DeployWinnerButton evaluation={evaluation} winner={verdict.leader} />
      )}
      {mayExtend && extension !== null && (
        <ExtendButton evaluation={evaluation} settings={settings.value} extension={extension} />
      )}
      {mayInvite && (
        <InviteButton evaluationId={evaluation.id} look={isPlanDone ? 'plain' : 'primary'} />
      )}
      {mayEdit && isOpen && (verdict.settled || isPlanDone) && (
        <Button icon={<Lock aria-hidden />} onClick={close}>
          {texts.close}
        </Button>
      )}
      {mayEdit && !isOpen && !verdict.settled && (
        <Button look="primary" icon={<LockOpen aria-hidden />} onClick={reopen}>
          {texts.reopen}
        </Button>
      )}
      {mayEdit && (
        <ExcludeButtons
          evaluation={evaluation}
          statistics={statistics}
          annotators={progress.annotators ?? []}
        />
      )}
      {may('create_evaluation') && (
        <LinkButton
          to="/apps/$appId/evaluations/new"
          params={{ appId: evaluation.app_id }}
          search={{ from: evaluation.id }}
          icon={<Repeat aria-hidden />}
        >
          {texts.again}
        </LinkButton>
      )}
    </div>
  );
}
