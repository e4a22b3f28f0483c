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
import type { ReadTable } from './read-table.ts';
import styles from './Start.module.css';

interface StartFormProps {
  readonly read: ReadTable;
  readonly workspaceId: string;
  readonly onCancel: () => void;
}

interface Wish {
  readonly name: string;
  readonly choice: ColumnChoice;
  readonly type: 'compare' | 'score';
}

/** What a table would become, with every guess open to correction. */
export function StartForm({ read, workspaceId, onCancel }: StartFormProps) {
  const { table } = read;
  const texts = strings.start;
  const navigate = useNavigate();
  const [wish, setWish] = useState<Wish>(() => ({
    name: read.name,
    choice: guessChoice(table.columns),
    type: 'compare',
  }));
  const { outputs } = rolesOf(wish.choice);
  const fault = choiceFault(wish.choice);
  const making = useMutation({
    mutationFn: () => create(read, workspaceId, wish),
    onSuccess: ({ evaluation_id, guest_url }) => {
      keepGuestLink(evaluation_id, guest_url);
      void queryClient.invalidateQueries({ queryKey: ['apps'] });
    },
  });
  // Until the next page is shown: a second click would make a second evaluation.
  const isMaking = making.isPending || making.isSuccess;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    making.mutate(undefined, {
      // Not called once the form is gone: the user went elsewhere meanwhile.
      onSuccess: ({ evaluation_id: evaluationId }) =>
        void navigate({ to: '/judge/$evaluationId', params: { evaluationId } }),
    });
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      <div className={styles['fields']}>
        <TextField
          label={texts.name}
          value={wish.name}
          maxLength={128}
          required
          onChange={({ target }) => setWish({ ...wish, name: target.value })}
        />
        {outputs.length > 1 && (
          <SelectField
            label={texts.type}
            value={wish.type}
            onChange={({ target }) =>
              setWish({ ...wish, type: target.value === 'score' ? 'score' : 'compare' })
            }
          >
            <option value="compare">{texts.types.compare}</option>
            <option value="score">{texts.types.score}</option>
          </SelectField>
        )}
      </div>
      <p className={styles['note']}>{texts.found(table.rows.length, table.columns.length)}</p>
      <RolesTable
        table={table}
        choice={wish.choice}
        onChange={(choice) => setWish({ ...wish, choice })}
      />
      <p className={styles['note']} role="status">
        {fault ?? texts.makes(table.rows.length, outputs)}
      </p>
      <FailureNotice error={making.error} />
      <div className={styles['actions']}>
        <Button
          look="primary"
          type="submit"
          autoFocus
          isBusy={isMaking}
          disabled={fault !== undefined}
        >
          {isMaking ? texts.making : texts.submit}
        </Button>
        <Button onClick={onCancel}>{texts.chooseAnother}</Button>
      </div>
    </form>
  );
}

/** A name that was guessed gives way to one that is taken; one that was typed does not. */
function create({ file, name: guessed }: ReadTable, workspaceId: string, wish: Wish) {
  const name = wish.name.trim();
  const roles = rolesOf(wish.choice);
  return client.createQuickEvaluation({
    body: {
      file,
      workspace_id: workspaceId,
      columns: JSON.stringify(roles),
      ...(name === guessed ? {} : { name }),
      ...(wish.type === 'score' || roles.outputs.length < 2
        ? { evaluation_type: 'single_model_test' as const }
        : {}),
    },
  });
}
