import type { EvaluationSettings } from '../../contract/evaluations/evaluation-settings.ts';
import { client, type Versioned } from '../api.ts';
import { strings } from '../strings.ts';
import { NameField, TextAreaField } from '../ui/Field.tsx';
import type { FormValues } from '../ui/form-values.ts';
import { announce } from '../ui/Toasts.tsx';
import { VersionedFormDialog } from '../ui/VersionedFormDialog.tsx';
import { type Evaluation, refreshEvaluation } from './evaluation-queries.ts';
import { fetchNewestSettings } from './save-settings.ts';

interface LabelsDialogProps {
  readonly evaluation: Evaluation;
  readonly settings: Versioned<EvaluationSettings>;
  readonly onClose: () => void;
}

/** Names and describes an evaluation. */
export function LabelsDialog({ evaluation, settings, onClose }: LabelsDialogProps) {
  const texts = strings.overviews.labels;
  const save = async (
    { name = '', description = '' }: FormValues,
    { etag }: Versioned<EvaluationSettings>,
  ) => {
    await client.updateEvaluationSettings({
      parameters: { evaluation_id: evaluation.id },
      body: { name, description },
      ifMatch: etag,
    });
    await refreshEvaluation(evaluation);
    announce({ text: texts.saved });
    onClose();
  };
  return (
    <VersionedFormDialog
      title={texts.title}
      submitLabel={strings.actions.save}
      start={settings}
      fetchNewest={() => fetchNewestSettings(evaluation.id)}
      typedInto={(value, { name = '', description = '' }) => ({ ...value, name, description })}
      fieldsOf={({ name = '', description = '' }) => [
        [texts.name, name],
        [texts.description, description],
      ]}
      onSave={save}
      onClose={onClose}
    >
      {({ name, description }) => (
        <>
          <NameField label={texts.name} name="name" defaultValue={name} />
          <TextAreaField
            label={texts.description}
            hint={texts.descriptionHint}
            name="description"
            maxLength={2000}
            defaultValue={description}
          />
        </>
      )}
    </VersionedFormDialog>
  );
}
