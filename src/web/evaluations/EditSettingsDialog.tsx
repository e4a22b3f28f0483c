import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../client/api-error.ts';
import type { EvaluationSettings } from '../../contract/evaluations/evaluation-settings.ts';
import type { Versioned } from '../api.ts';
import { strings } from '../strings.ts';
import { withTopNotice } from '../top-notice.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { announce } from '../ui/Toasts.tsx';
import { AnalysisFields } from './AnalysisFields.tsx';
import { AnnotatorsFields } from './AnnotatorsFields.tsx';
import { AnnotatorViewFields } from './AnnotatorViewFields.tsx';
import { countsQuery, type Evaluation, refreshEvaluation } from './evaluation-queries.ts';
import styles from './NewEvaluationPage.module.css';
import { RulesFields } from './RulesFields.tsx';
import { SettingsConflict } from './SettingsConflict.tsx';
import { saveSettings } from './save-settings.ts';
import { settingsDraftOf } from './settings-draft.ts';
import { TypeField } from './TypeField.tsx';

interface EditSettingsDialogProps {
  readonly evaluation: Evaluation;
  readonly workspaceId: string | null | undefined;
  readonly settings: Versioned<EvaluationSettings>;
  readonly onClose: () => void;
}

/** Guidelines, presentation, annotators and analysis stay editable after the first judgement. */
export function EditSettingsDialog(props: EditSettingsDialogProps) {
  const { evaluation, workspaceId, settings, onClose } = props;
  const [base, setBase] = useState(settings);
  const [draft, setDraft] = useState(() => settingsDraftOf(settings.value));
  const [theirs, setTheirs] = useState<Versioned<EvaluationSettings>>();
  const [wasJudgedMeanwhile, setJudgedMeanwhile] = useState(false);
  const { data: counts } = useQuery(withTopNotice(countsQuery(evaluation.id)));
  const isJudged = wasJudgedMeanwhile || (counts?.progress?.judgements ?? 0) > 0;
  const variantCount = evaluation.variant_ids.length;
  const texts = strings.evaluations.settings;
  const change = (part: Partial<typeof draft>) => setDraft((current) => ({ ...current, ...part }));
  /** An annotator judged while this dialog was open: keeps the edits that are still allowed. */
  const dropRules = () => {
    const { presentation, guidelines, whoMayJudge, annotatorIds } = draft;
    const { zone, level, minimumSeconds, exclusionRules } = draft;
    setDraft({
      ...settingsDraftOf(base.value),
      presentation,
      guidelines,
      whoMayJudge,
      annotatorIds,
      zone,
      level,
      minimumSeconds,
      exclusionRules,
    });
    setJudgedMeanwhile(true);
  };
  const submit = async () => {
    try {
      const saved = await saveSettings({ evaluation, base, draft });
      if (saved.kind === 'conflict') return setTheirs(saved.newest);
      await refreshEvaluation(evaluation);
      announce({ text: texts.saved });
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'already_judged') dropRules();
      throw error;
    }
  };
  return (
    <FormDialog
      title={texts.edit}
      size="medium"
      submitLabel={strings.actions.save}
      canSubmit={theirs === undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      {theirs !== undefined && (
        <SettingsConflict
          base={base.value}
          theirs={theirs.value}
          mine={draft}
          onChoose={(chosen) => {
            setBase(theirs);
            setDraft(chosen);
            setTheirs(undefined);
          }}
        />
      )}
      {isJudged ? (
        <p className={styles['soft']}>{texts.judged}</p>
      ) : (
        <>
          {variantCount > 1 && (
            <TypeField type={draft.type} onChange={(type) => change({ type })} />
          )}
          <RulesFields draft={draft} change={change} variantCount={variantCount} />
        </>
      )}
      <AnnotatorViewFields draft={draft} change={change} />
      <AnnotatorsFields draft={draft} change={change} workspaceId={workspaceId} />
      <AnalysisFields draft={draft} change={change} isJudged={isJudged} />
    </FormDialog>
  );
}
