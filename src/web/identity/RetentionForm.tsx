import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { Output } from '../../contract/api.ts';
import { client, queryClient } from '../api.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { numberOf } from '../ui/number-text.ts';
import { announce } from '../ui/Toasts.tsx';
import { Waiting } from '../ui/Waiting.tsx';

const texts = strings.audit;

type Retention = Output<'fetchRetention'>;

type Time = keyof Retention;
type Texts = Readonly<Record<Time, string>>;

const TIMES: readonly { readonly time: Time; readonly label: string; readonly hint: string }[] = [
  { time: 'audit_days', label: texts.auditDays, hint: texts.auditDaysHint },
  { time: 'evaluation_days', label: texts.evaluationDays, hint: texts.evaluationDaysHint },
];

const RULE = { min: 1, max: 36_500, step: 1 };

const retentionQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['retention', workspaceId],
    queryFn: () => client.fetchRetention({ parameters: { workspace_id: workspaceId } }),
  });

/** How many days the workspace keeps its audit trail and its evaluations. */
export function RetentionForm({ workspaceId }: { readonly workspaceId: string }) {
  const { data, error, refetch } = useQuery(retentionQuery(workspaceId));
  // If a later refresh fails, the form stays with its typed text.
  if (data !== undefined) return <Fields workspaceId={workspaceId} retention={data} />;
  if (error !== null) return <FailureNotice error={error} onRetry={() => void refetch()} />;
  return <Waiting />;
}

interface FieldsProps {
  readonly workspaceId: string;
  readonly retention: Retention;
}

/** Saves only the fields that the user changed: another owner may have changed the others. */
function Fields({ workspaceId, retention }: FieldsProps) {
  const [original, setOriginal] = useState(retention);
  const [typed, setTyped] = useState(() => textsOf(retention));
  const parameters = { workspace_id: workspaceId };
  const saving = useMutation({
    mutationFn: async (entered: Retention) => {
      const newest = await client.fetchRetention({ parameters });
      const merged = (time: Time) =>
        entered[time] === original[time] ? newest[time] : entered[time];
      const body = { audit_days: merged('audit_days'), evaluation_days: merged('evaluation_days') };
      return client.updateRetention({ parameters, body });
    },
    onSuccess: async (saved, entered) => {
      setOriginal(saved);
      // Text typed during the save stays.
      setTyped((now) => (isSame(retentionIn(now), entered) ? textsOf(saved) : now));
      queryClient.setQueryData(retentionQuery(workspaceId).queryKey, saved);
      await queryClient.invalidateQueries({ queryKey: ['audit', workspaceId] });
      announce({ text: texts.retentionSaved });
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    saving.mutate(retentionIn(typed));
  };
  return (
    <form onSubmit={submit} className="form-fields">
      {TIMES.map(({ time, label, hint }) => (
        <NumberField
          key={time}
          label={label}
          hint={hint}
          rule={RULE}
          value={typed[time]}
          onType={(text) => setTyped((now) => ({ ...now, [time]: text }))}
        />
      ))}
      <FailureNotice error={saving.error} />
      <div>
        <Button look="primary" type="submit" isBusy={saving.isPending}>
          {strings.actions.save}
        </Button>
      </div>
    </form>
  );
}

function textsOf({ audit_days, evaluation_days }: Retention): Texts {
  return { audit_days: textOf(audit_days), evaluation_days: textOf(evaluation_days) };
}

function retentionIn({ audit_days, evaluation_days }: Texts): Retention {
  return { audit_days: daysOf(audit_days), evaluation_days: daysOf(evaluation_days) };
}

function isSame(one: Retention, other: Retention): boolean {
  return TIMES.every(({ time }) => one[time] === other[time]);
}

function textOf(days: number | null): string {
  return days === null ? '' : String(days);
}

function daysOf(text: string): number | null {
  return text.trim() === '' ? null : numberOf(text);
}
