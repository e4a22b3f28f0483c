import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import type { Output } from '../../contract/api.ts';
import { client, queryClient } from '../api.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { readForm } from '../ui/form-values.ts';
import { NumberField } from '../ui/NumberField.tsx';
import { numberOf } from '../ui/number-text.ts';
import { announce } from '../ui/Toasts.tsx';
import { Waiting } from '../ui/Waiting.tsx';

const texts = strings.audit;

const RULE = { min: 1, max: 36_500, step: 1 };

const retentionQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['retention', workspaceId],
    queryFn: () => client.fetchRetention({ parameters: { workspace_id: workspaceId } }),
  });

/** How many days the workspace keeps its audit trail and its evaluations. */
export function RetentionForm({ workspaceId }: { readonly workspaceId: string }) {
  const { data, error, refetch } = useQuery(retentionQuery(workspaceId));
  // A later refresh may fail: the form stays, with what is typed into it.
  if (data !== undefined) return <Fields workspaceId={workspaceId} kept={data} />;
  if (error !== null) return <FailureNotice error={error} onRetry={() => void refetch()} />;
  return <Waiting />;
}

interface FieldsProps {
  readonly workspaceId: string;
  readonly kept: Output<'fetchRetention'>;
}

function Fields({ workspaceId, kept }: FieldsProps) {
  const saving = useMutation({
    mutationFn: (body: Output<'fetchRetention'>) =>
      client.updateRetention({ parameters: { workspace_id: workspaceId }, body }),
    onSuccess: async (saved) => {
      queryClient.setQueryData(retentionQuery(workspaceId).queryKey, saved);
      await queryClient.invalidateQueries({ queryKey: ['audit', workspaceId] });
      announce({ text: texts.retentionSaved });
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { audit = '', evaluations = '' } = readForm(event.currentTarget);
    saving.mutate({ audit_days: daysOf(audit), evaluation_days: daysOf(evaluations) });
  };
  return (
    <form onSubmit={submit} className="form-fields">
      <NumberField
        label={texts.auditDays}
        hint={texts.auditDaysHint}
        name="audit"
        rule={RULE}
        defaultValue={kept.audit_days ?? ''}
      />
      <NumberField
        label={texts.evaluationDays}
        hint={texts.evaluationDaysHint}
        name="evaluations"
        rule={RULE}
        defaultValue={kept.evaluation_days ?? ''}
      />
      <FailureNotice error={saving.error} />
      <div>
        <Button look="primary" type="submit" isBusy={saving.isPending}>
          {strings.actions.save}
        </Button>
      </div>
    </form>
  );
}

function daysOf(text: string): number | null {
  return text.trim() === '' ? null : numberOf(text);
}
