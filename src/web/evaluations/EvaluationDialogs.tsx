import type { EvaluationSettings } from '../../contract/evaluations/evaluation-settings.ts';
import type { Generation } from '../../contract/outputs/generation.ts';
import type { Versioned } from '../api.ts';
import { GenerateOutputsDialog } from '../outputs/GenerateOutputsDialog.tsx';
import { ImportOutputsDialog } from '../outputs/ImportOutputsDialog.tsx';
import { ExtendDialog } from './ExtendDialog.tsx';
import type { Evaluation } from './evaluation-queries.ts';
import { InviteGuestsDialog } from './InviteGuestsDialog.tsx';
import { LabelsDialog } from './LabelsDialog.tsx';

export type EvaluationDialog = 'import' | 'extend' | 'generate' | 'invite' | 'labels';

interface EvaluationDialogsProps {
  readonly dialog: EvaluationDialog | undefined;
  readonly evaluation: Evaluation;
  readonly workspaceId: string | null | undefined;
  readonly settings: Versioned<EvaluationSettings> | undefined;
  readonly generation: Generation | undefined;
  readonly onClose: () => void;
}

/** The dialogs that the evaluation page's buttons open. */
export function EvaluationDialogs(props: EvaluationDialogsProps) {
  const { dialog, evaluation, workspaceId, settings, generation, onClose } = props;
  if (dialog === 'import') return <ImportOutputsDialog evaluation={evaluation} onClose={onClose} />;
  if (dialog === 'invite') {
    return <InviteGuestsDialog evaluationId={evaluation.id} onClose={onClose} />;
  }
  if (dialog === 'generate' && generation !== undefined) {
    return (
      <GenerateOutputsDialog
        evaluation={evaluation}
        workspaceId={workspaceId}
        generation={generation}
        onClose={onClose}
      />
    );
  }
  if (settings === undefined) return null;
  if (dialog === 'extend') {
    return <ExtendDialog evaluation={evaluation} settings={settings.value} onClose={onClose} />;
  }
  if (dialog === 'labels') {
    return <LabelsDialog evaluation={evaluation} settings={settings} onClose={onClose} />;
  }
  return null;
}
