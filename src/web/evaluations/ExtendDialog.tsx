import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EvaluationExtension } from '../../contract/evaluations/evaluation-extension.ts';
import type { EvaluationSettings } from '../../contract/evaluations/evaluation-settings.ts';
import { client } from '../api.ts';
import { strings } from '../strings.ts';
import { guessFormat, parseTable } from '../testsets/parse-table.ts';
import { testsetsQuery } from '../testsets/testset-queries.ts';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { TextAreaField } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { numberIn } from '../ui/number-text.ts';
import { announce } from '../ui/Toasts.tsx';
import { Check } from './Checks.tsx';
import { type Evaluation, refreshEvaluation } from './evaluation-queries.ts';
import styles from './NewEvaluationPage.module.css';
import { OVERLAP } from './settings-draft.ts';

interface ExtendDialogProps {
  readonly evaluation: Evaluation;
  readonly settings: EvaluationSettings;
  /** The initial value of judgements per task. */
  readonly suggested?: number;
  readonly onClose: () => void;
}

/** Adds judgements per task, the test set's new rows, or rows that the editor pastes. */
export function ExtendDialog({ evaluation, settings, suggested, onClose }: ExtendDialogProps) {
  const { judgements_per_task: now, testset_revision, inputs } = settings;
  const testsets = useQuery(testsetsQuery(evaluation.app_id));
  const [perTask, setPerTask] = useState(String(suggested ?? now));
  const [isRevised, setRevised] = useState(false);
  const [rows, setRows] = useState('');
  const newest = testsets.data?.find(({ id }) => id === evaluation.testset_id)?.revision ?? 0;
  const texts = strings.evaluations.extend;
  const rule = { ...OVERLAP, min: now };
  const isChanged = perTask.trim() !== String(now) || isRevised || rows.trim() !== '';
  const submit = async () => {
    const perTaskNumber = numberIn(perTask, rule, strings.evaluations.rules.overlap);
    const body: EvaluationExtension = {
      ...(perTaskNumber > now ? { judgements_per_task: perTaskNumber } : {}),
      ...(isRevised ? { testset_revision: newest } : {}),
      ...(rows.trim() === '' ? {} : { rows: [...parseTable(rows, guessFormat(rows)).rows] }),
    };
    await client.extendHumanEvaluation({ parameters: { evaluation_id: evaluation.id }, body });
    await refreshEvaluation(evaluation);
    announce({ text: texts.done });
    onClose();
  };
  return (
    <FormDialog
      title={texts.title}
      description={texts.text}
      size="medium"
      submitLabel={texts.submit}
      canSubmit={isChanged}
      onSubmit={submit}
      onClose={onClose}
    >
      <NumberField
        label={strings.evaluations.rules.overlap}
        hint={texts.perTask(now)}
        rule={rule}
        value={perTask}
        onType={setPerTask}
        required
      />
      <FailureNotice error={testsets.error} onRetry={() => void testsets.refetch()} />
      {newest > testset_revision && (
        <Check label={texts.revision(newest)} isOn={isRevised} onChange={setRevised} />
      )}
      {testsets.data !== undefined && newest <= testset_revision && (
        <p className={styles['soft']}>{texts.noRevision}</p>
      )}
      <TextAreaField
        label={texts.rows}
        hint={texts.rowsHint(inputs)}
        rows={4}
        value={rows}
        onChange={({ target }) => setRows(target.value)}
      />
    </FormDialog>
  );
}
