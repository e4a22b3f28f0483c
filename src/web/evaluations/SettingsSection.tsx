import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { EvaluationSettings } from '../../contract/evaluations/evaluation-settings.ts';
import type { Versioned } from '../api.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { Section } from '../ui/Page.tsx';
import { EditSettingsDialog } from './EditSettingsDialog.tsx';
import type { Evaluation } from './evaluation-queries.ts';
import styles from './SettingsSection.module.css';
import { settingTexts } from './setting-texts.ts';
import { settingsDraftOf } from './settings-draft.ts';

interface SettingsSectionProps {
  readonly evaluation: Evaluation;
  readonly workspaceId: string | null | undefined;
  readonly settings: Versioned<EvaluationSettings>;
  readonly mayEdit: boolean;
}

/** The settings of an evaluation. */
export function SettingsSection(props: SettingsSectionProps) {
  const { evaluation, workspaceId, settings, mayEdit } = props;
  const [isEditing, setEditing] = useState(false);
  const { value } = settings;
  const rows = [
    ...settingTexts(settingsDraftOf(value)),
    [
      strings.evaluations.setup.testset,
      strings.evaluations.testsetAt(evaluation.testset_name, value.testset_revision),
    ] as const,
  ];
  return (
    <Section
      title={strings.settings.title}
      actions={
        mayEdit && (
          <Button icon={<Pencil aria-hidden />} onClick={() => setEditing(true)}>
            {strings.evaluations.settings.edit}
          </Button>
        )
      }
    >
      <dl className={styles['settings']}>
        {rows
          .filter(([, text]) => text !== '')
          .map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{text}</dd>
            </div>
          ))}
      </dl>
      {isEditing && (
        <EditSettingsDialog
          evaluation={evaluation}
          workspaceId={workspaceId}
          settings={settings}
          onClose={() => setEditing(false)}
        />
      )}
    </Section>
  );
}
