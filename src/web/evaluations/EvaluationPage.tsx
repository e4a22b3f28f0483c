import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ChartNoAxesColumn, Gavel, ListPlus, Lock, LockOpen, Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import { profileQuery, useMay } from '../identity/session-queries.ts';
import { ImportOutputsDialog } from '../outputs/ImportOutputsDialog.tsx';
import { OutputsSection } from '../outputs/OutputsSection.tsx';
import { strings } from '../strings.ts';
import { ActionMenu } from '../ui/ActionMenu.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Page } from '../ui/Page.tsx';
import { appQuery } from '../variants/app-queries.ts';
import { ExcludedAnnotators } from './ExcludedAnnotators.tsx';
import { ExtendDialog } from './ExtendDialog.tsx';
import { evaluationQuery, settingsQuery } from './evaluation-queries.ts';
import { evaluationTitle } from './evaluation-title.ts';
import { GuestLinks } from './GuestLinks.tsx';
import { ProgressSection } from './ProgressSection.tsx';
import { ScenariosTable } from './ScenariosTable.tsx';
import { SettingChanges } from './SettingChanges.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { useEvaluationActions } from './use-evaluation-actions.ts';
import { useLiveProgress } from './use-live-progress.ts';

const route = getRouteApi('/signed-in/evaluations/$evaluationId/');

/** The progress of an evaluation, its outputs, settings and actions. */
export function EvaluationPage() {
  const { evaluationId } = route.useParams();
  const { data: evaluation } = useSuspenseQuery(evaluationQuery(evaluationId));
  const { data: settings } = useQuery(settingsQuery(evaluationId));
  const { data: app } = useQuery(appQuery(evaluation.app_id));
  const { data: profile } = useQuery(profileQuery);
  const may = useMay(app?.value.workspace_id);
  const [dialog, setDialog] = useState<'import' | 'extend'>();
  const { close, reopen, remove } = useEvaluationActions(evaluation);
  const mayEdit = may('edit_evaluation') || profile?.id === evaluation.user_id;
  const isOpen = settings?.value.locked === false;
  const { progress, generation } = useLiveProgress(evaluationId, mayEdit);
  const texts = strings.evaluations;
  return (
    <Page
      title={evaluationTitle(evaluation)}
      subtitle={
        <>
          {texts.types[evaluation.evaluation_type]} ·{' '}
          {app !== undefined && (
            <Link to="/apps/$appId/evaluations" params={{ appId: evaluation.app_id }}>
              {app.value.app_name}
            </Link>
          )}{' '}
          · {evaluation.testset_name}{' '}
          <Badge tone={settings?.value.locked === true ? 'plain' : 'accent'}>
            {settings?.value.locked === true ? texts.closed : texts.statuses[evaluation.status]}
          </Badge>
        </>
      }
      actions={
        <>
          {isOpen && may('run_evaluations') && (
            <LinkButton
              to="/judge/$evaluationId"
              params={{ evaluationId }}
              look="primary"
              icon={<Gavel aria-hidden />}
            >
              {strings.judging.title}
            </LinkButton>
          )}
          <LinkButton
            to="/evaluations/$evaluationId/results"
            params={{ evaluationId }}
            icon={<ChartNoAxesColumn aria-hidden />}
          >
            {texts.results}
          </LinkButton>
          {mayEdit && isOpen && (
            <Button icon={<Upload aria-hidden />} onClick={() => setDialog('import')}>
              {texts.imports.open}
            </Button>
          )}
          <ActionMenu
            label={texts.more}
            actions={[
              mayEdit &&
                isOpen && {
                  label: texts.extend.open,
                  icon: <ListPlus />,
                  run: () => setDialog('extend'),
                },
              mayEdit && isOpen && { label: texts.close, icon: <Lock />, run: close },
              mayEdit && !isOpen && { label: texts.reopen, icon: <LockOpen />, run: reopen },
              may('delete_evaluation') && {
                label: strings.actions.delete,
                icon: <Trash2 />,
                look: 'danger',
                run: remove,
              },
            ]}
          />
        </>
      }
    >
      <ProgressSection evaluation={evaluation} progress={progress} />
      {mayEdit && (
        <ExcludedAnnotators evaluation={evaluation} annotators={progress?.annotators ?? []} />
      )}
      {mayEdit && generation !== undefined && (
        <OutputsSection
          evaluation={evaluation}
          workspaceId={app?.value.workspace_id}
          generation={generation}
          isOpen={isOpen}
        />
      )}
      {mayEdit && <GuestLinks evaluationId={evaluationId} isOpen={isOpen} />}
      <ScenariosTable evaluation={evaluation} />
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
      {dialog === 'extend' && settings !== undefined && (
        <ExtendDialog
          evaluation={evaluation}
          settings={settings.value}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'import' && (
        <ImportOutputsDialog evaluation={evaluation} onClose={() => setDialog(undefined)} />
      )}
    </Page>
  );
}
