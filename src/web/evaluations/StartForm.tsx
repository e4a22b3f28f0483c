import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { client, queryClient } from '../api.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { SelectField, TextField } from '../ui/Field.tsx';
import { type ColumnChoice, choiceFault, guessChoice, rolesOf } from './column-choice.ts';
import { keepGuestLink } from './fresh-guest-link.ts';
import { RolesTable } from './RolesTable.tsx';
import type { SourceTable } from './read-table.ts';
import styles from './Start.module.css';

interface StartFormProps {
  readonly source: SourceTable;
  readonly workspaceId: string;
  readonly onCancel: () => void;
}

interface StartDraft {
  readonly name: string;
  readonly choice: ColumnChoice;
  readonly type: 'compare' | 'score';
}

/** Turns a table into an evaluation; the user can correct every guess. */
export function StartForm({ source, workspaceId, onCancel }: StartFormProps) {
  const { table } = source;
  const texts = strings.start;
  const navigate = useNavigate();
  const [draft, setDraft] = useState<StartDraft>(() => ({
    name: source.name,
    choice: guessChoice(table.columns),
    type: 'compare',
  }));
  const { outputs } = rolesOf(draft.choice);
  const fault = choiceFault(draft.choice);
  const creation = useMutation({
    mutationFn: () => create(source, workspaceId, draft),
    onSuccess: ({ evaluation_id, guest_url }) => {
      keepGuestLink(evaluation_id, guest_url);
      void queryClient.invalidateQueries({ queryKey: ['apps'] });
    },
  });
  // Busy until the next page opens, so that a second click cannot create a second evaluation.
  const isCreating = creation.isPending || creation.isSuccess;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    creation.mutate(undefined, {
      // Not called after the form unmounts: the user has gone elsewhere.
      onSuccess: ({ evaluation_id: evaluationId }) =>
        void navigate({ to: '/judge/$evaluationId', params: { evaluationId } }),
    });
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      <div className={styles['fields']}>
        <TextField
          label={texts.name}
          value={draft.name}
          maxLength={128}
          required
          onChange={({ target }) => setDraft({ ...draft, name: target.value })}
        />
        {outputs.length > 1 && (
          <SelectField
            label={texts.type}
            value={draft.type}
            onChange={({ target }) =>
              setDraft({ ...draft, type: target.value === 'score' ? 'score' : 'compare' })
            }
          >
            <option value="compare">{texts.types.compare}</option>
            <option value="score">{texts.types.score}</option>
          </SelectField>
        )}
      </div>
      <p className={styles['note']}>{texts.size(table.rows.length, table.columns.length)}</p>
      <RolesTable
        table={table}
        choice={draft.choice}
        onChange={(choice) => setDraft({ ...draft, choice })}
      />
      <p className={styles['note']} role="status">
        {fault ?? texts.contents(table.rows.length, outputs)}
      </p>
      <FailureNotice error={creation.error} />
      <div className={styles['actions']}>
        <Button
          look="primary"
          type="submit"
          autoFocus
          isBusy={isCreating}
          disabled={fault !== undefined}
        >
          {isCreating ? texts.creating : texts.submit}
        </Button>
        <Button onClick={onCancel}>{texts.chooseAnother}</Button>
      </div>
    </form>
  );
}

/** Leaves out a guessed name, so that the server picks a free one; a typed name may be refused. */
function create({ file, name: guessed }: SourceTable, workspaceId: string, draft: StartDraft) {
  const name = draft.name.trim();
  const roles = rolesOf(draft.choice);
  return client.createQuickEvaluation({
    body: {
      file,
      workspace_id: workspaceId,
      columns: JSON.stringify(roles),
      ...(name === guessed ? {} : { name }),
      ...(draft.type === 'score' || roles.outputs.length < 2
        ? { evaluation_type: 'single_model_test' as const }
        : {}),
    },
  });
}
