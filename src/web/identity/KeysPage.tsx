import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { SCOPES } from '../../contract/scopes.ts';
import { client, queryClient } from '../api.ts';
import { Checks } from '../evaluations/Checks.tsx';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { useConfirm } from '../ui/ConfirmProvider.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { NameField, SelectField } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import type { FormValues } from '../ui/form-values.ts';
import { NumberField } from '../ui/NumberField.tsx';
import { numberOf } from '../ui/number-text.ts';
import { Section } from '../ui/Page.tsx';
import { SecretDialog } from '../ui/SecretDialog.tsx';
import { announce, announceFailure } from '../ui/Toasts.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { KeysTable } from './KeysTable.tsx';
import { useWorkspaces } from './session-queries.ts';

const route = getRouteApi('/signed-in/settings/keys');

export function KeysPage() {
  const keys = useQuery({ queryKey: ['keys'], queryFn: () => client.listKeys() });
  const confirm = useConfirm();
  const { open } = route.useSearch();
  const navigate = route.useNavigate();
  const [created, setCreated] = useState<string>();
  const show = (search: { open?: 'create' }) =>
    void navigate({ search, replace: true, resetScroll: false });
  const remove = async (prefix: string) => {
    const isSure = await confirm({
      title: strings.keys.deleteTitle(prefix),
      text: strings.keys.deleteText,
      action: strings.actions.delete,
    });
    if (!isSure) return;
    await client.deleteKey({ parameters: { key_prefix: prefix } });
    await queryClient.invalidateQueries({ queryKey: ['keys'] });
    announce({ text: strings.keys.deleted(prefix) });
  };
  const createButton = (
    <Button look="primary" icon={<Plus aria-hidden />} onClick={() => show({ open: 'create' })}>
      {strings.keys.create}
    </Button>
  );
  const isEmpty = keys.data?.length === 0;
  return (
    <Section title={strings.settings.keys} actions={!isEmpty && createButton}>
      <FailureNotice error={keys.error} onRetry={() => void keys.refetch()} />
      {keys.isPending && <Waiting />}
      {isEmpty && (
        <EmptyState
          icon={<KeyRound />}
          title={strings.keys.emptyTitle}
          text={strings.keys.emptyText}
        >
          {createButton}
        </EmptyState>
      )}
      {keys.data !== undefined && !isEmpty && (
        <KeysTable
          keys={keys.data}
          onDelete={(prefix) => void remove(prefix).catch(announceFailure)}
        />
      )}
      {created === undefined && open === 'create' && (
        <CreateKeyDialog
          onCreated={(key) => {
            setCreated(key);
            show({});
          }}
          onClose={() => show({})}
        />
      )}
      {created !== undefined && (
        <SecretDialog
          title={strings.keys.createdTitle}
          text={strings.keys.createdText}
          secrets={[{ label: strings.keys.one, secret: created }]}
          onClose={() => setCreated(undefined)}
        />
      )}
    </Section>
  );
}

interface CreateKeyDialogProps {
  readonly onCreated: (key: string) => void;
  readonly onClose: () => void;
}

function CreateKeyDialog({ onCreated, onClose }: CreateKeyDialogProps) {
  const workspaces = useWorkspaces();
  const [chosen, setChosen] = useState<readonly string[]>(SCOPES);
  const create = async ({ workspace_id = '', days = '', name = '' }: FormValues) => {
    const expiry = days.trim() === '' ? {} : { expires_in_days: numberOf(days) };
    if (chosen.length === 0) throw new Error(strings.keys.noScope);
    const narrowed = chosen.length === SCOPES.length ? {} : { scopes: chosen.join(',') };
    const key = await client.createKey({ query: { workspace_id, name, ...expiry, ...narrowed } });
    await queryClient.invalidateQueries({ queryKey: ['keys'] });
    onCreated(key);
  };
  return (
    <FormDialog
      title={strings.keys.create}
      description={strings.keys.explained}
      submitLabel={strings.actions.create}
      onSubmit={create}
      onClose={onClose}
    >
      <NameField label={strings.keys.name} hint={strings.keys.nameHint} name="name" />
      <SelectField label={strings.shell.workspace} name="workspace_id">
        {workspaces.map(({ id, name, organizationName }) => (
          <option key={id} value={id}>
            {strings.shell.workspaceOf(organizationName, name)}
          </option>
        ))}
      </SelectField>
      <Checks
        legend={strings.keys.scopes}
        options={SCOPES.map((scope) => ({ value: scope, label: strings.keys.scope[scope] }))}
        chosen={chosen}
        onChange={setChosen}
      />
      <NumberField
        label={strings.keys.days}
        hint={strings.keys.daysHint}
        name="days"
        rule={{ min: 1, max: 3650, step: 1 }}
        defaultValue={90}
      />
    </FormDialog>
  );
}
