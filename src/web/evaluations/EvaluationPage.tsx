import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import {
  Archive,
  ArchiveRestore,
  Copy,
  ListPlus,
  Lock,
  LockOpen,
  Pencil,
  Trash2,
  Upload,
} from 'lucide-react';
import { useState } from 'react';
import { profileQuery, useMay } from '../identity/session-queries.ts';
import { OutputsSection } from '../outputs/OutputsSection.tsx';
import { strings } from '../strings.ts';
import { withTopNotice } from '../top-notice.ts';
import { ActionMenu } from '../ui/ActionMenu.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Page } from '../ui/Page.tsx';
import { appQuery } from '../variants/app-queries.ts';
import { type EvaluationDialog, EvaluationDialogs } from './EvaluationDialogs.tsx';
import { EvaluationTabs } from './EvaluationTabs.tsx';
import { ExcludedAnnotators } from './ExcludedAnnotators.tsx';
import { evaluationQuery, overviewQuery, settingsQuery } from './evaluation-queries.ts';
import { GuestLinks } from './GuestLinks.tsx';
import { NextStep, useNextStep } from './NextStep.tsx';
import { judgesBlind, overviewName } from './overview-name.ts';
import { ProgressSection } from './ProgressSection.tsx';
import { ScenariosTable } from './ScenariosTable.tsx';
import { SettingChanges } from './SettingChanges.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { useEvaluationActions } from './use-evaluation-actions.ts';
import { useFreshOverview } from './use-fresh-overview.ts';
import { useLiveProgress } from './use-live-progress.ts';

const route = getRouteApi('/signed-in/evaluations/$evaluationId/');

/** The progress of an evaluation, its outputs, settings and actions. */
export function EvaluationPage() {
  const { evaluationId } = route.useParams();
  const { data: evaluation } = useSuspenseQuery(evaluationQuery(evaluationId));
  const { data: overview } = useSuspenseQuery(overviewQuery(evaluationId));
  const { data: settings } = useQuery(withTopNotice(settingsQuery(evaluationId)));
  const { data: app } = useQuery(withTopNotice(appQuery(evaluation.app_id)));
  const { data: profile } = useQuery(profileQuery);
  const may = useMay(app?.value.workspace_id);
  const [dialog, setDialog] = useState<EvaluationDialog>();
  const actions = useEvaluationActions(overview);
  const mayEdit = may('edit_evaluation') || profile?.id === evaluation.user_id;
  const isOpen = !overview.locked;
  const { progress, generation } = useLiveProgress(evaluationId, mayEdit);
  useFreshOverview(overview, progress);
  const mayJudge = isOpen && may('run_evaluations');
  const step = useNextStep({ overview, generation, mayEdit, mayJudge });
  const isJudgingBlind = judgesBlind(overview);
  const texts = strings.evaluations;
  const labels = strings.overviews;
  return (
    <Page
      title={overviewName(overview)}
      subtitle={
        <>
          {overview.description !== null && overview.description !== '' && (
            <p>{overview.description}</p>
          )}
          {texts.types[evaluation.evaluation_type]} ·{' '}
          {app !== undefined && (
            <Link to="/apps/$appId/evaluations" params={{ appId: evaluation.app_id }}>
              {app.value.app_name}
            </Link>
          )}{' '}
          · {evaluation.testset_name} · {labels.by(overview.owner.username)}{' '}
          <Badge tone={overview.locked ? 'plain' : 'accent'}>
            {overview.locked ? texts.closed : texts.statuses[evaluation.status]}
          </Badge>{' '}
          {overview.archived && <Badge>{labels.archived}</Badge>}
        </>
      }
      actions={
        <>
          {step !== undefined && (
            <NextStep step={step} evaluationId={evaluationId} onOpen={setDialog} />
          )}
          {mayEdit && isOpen && step !== 'import_outputs' && (
            <Button icon={<Upload aria-hidden />} onClick={() => setDialog('import')}>
              {texts.imports.open}
            </Button>
          )}
          <ActionMenu
            label={texts.more}
            actions={[
              mayEdit &&
                !isJudgingBlind && {
                  label: labels.labels.open,
                  icon: <Pencil />,
                  run: () => setDialog('labels'),
                },
              !isJudgingBlind &&
                may('create_evaluation') && {
                  label: labels.duplicate,
                  icon: <Copy />,
                  run: actions.duplicate,
                },
              mayEdit &&
                isOpen && {
                  label: texts.extend.open,
                  icon: <ListPlus />,
                  run: () => setDialog('extend'),
                },
              mayEdit && isOpen && { label: texts.close, icon: <Lock />, run: actions.close },
              mayEdit &&
                !isOpen && { label: texts.reopen, icon: <LockOpen />, run: actions.reopen },
              mayEdit &&
                !isJudgingBlind && {
                  label: overview.archived ? labels.unarchive : labels.archive,
                  icon: overview.archived ? <ArchiveRestore /> : <Archive />,
                  run: actions.archive,
                },
              may('delete_evaluation') && {
                label: strings.actions.delete,
                icon: <Trash2 />,
                look: 'danger',
                run: actions.remove,
              },
            ]}
          />
        </>
      }
    >
      <EvaluationTabs overview={overview} mayEdit={mayEdit} />
      <ProgressSection evaluation={evaluation} progress={progress} />
      {mayEdit && (
        <ExcludedAnnotators
          evaluation={evaluation}
          annotators={progress?.annotators ?? undefined}
        />
      )}
      {mayEdit && generation !== undefined && (
        <OutputsSection
          evaluation={evaluation}
          generation={generation}
          isOpen={isOpen}
          onGenerate={step === 'add_outputs' ? undefined : () => setDialog('generate')}
        />
      )}
      {mayEdit && (
        <GuestLinks
          evaluationId={evaluationId}
          onInvite={isOpen && step !== 'invite' ? () => setDialog('invite') : undefined}
        />
      )}
      <ScenariosTable evaluation={evaluation} hasFailures={(generation?.failed ?? 0) > 0} />
      {settings !== undefined && (
        <SettingsSection
          evaluation={evaluation}
          workspaceId={app?.value.workspace_id}
          settings={settings}
          mayEdit={mayEdit && isOpen}
        />
      )}
      {mayEdit && (
        <SettingChanges evaluationId={evaluationId} workspaceId={app?.value.workspace_id} />
      )}
      <EvaluationDialogs
        dialog={dialog}
        evaluation={evaluation}
        workspaceId={app?.value.workspace_id}
        settings={settings}
        generation={generation}
        onClose={() => setDialog(undefined)}
      />
    </Page>
  );
}
