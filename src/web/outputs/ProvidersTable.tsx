import { FlaskConical, Pencil, Trash2 } from 'lucide-react';
import type { Provider } from '../../contract/outputs/providers.ts';
import { strings } from '../strings.ts';
import { ActionMenu } from '../ui/ActionMenu.tsx';
import { Button } from '../ui/Button.tsx';
import { Moment } from '../ui/Moment.tsx';
import { Table } from '../ui/Table.tsx';

interface ProvidersTableProps {
  readonly providers: readonly Provider[];
  readonly mayEdit: boolean;
  readonly onEdit: (provider: Provider) => void;
  readonly onTest: (provider: Provider) => void;
  readonly onRevoke: (provider: Provider) => void;
  readonly onDelete: (provider: Provider) => void;
}

export function ProvidersTable(props: ProvidersTableProps) {
  const { providers, mayEdit, onEdit, onTest, onRevoke, onDelete } = props;
  const texts = strings.providers;
  return (
    <Table
      rows={providers}
      rowKey={({ id }) => id}
      columns={[
        { kind: 'text', title: texts.one, cell: ({ name }) => name },
        {
          title: texts.address,
          cell: ({ base_url, loopback_allowed_at }) => (
            <>
              <code>{base_url}</code>
              {loopback_allowed_at !== undefined && (
                <small>
                  {texts.loopback.allowed} · <Moment at={loopback_allowed_at} />
                </small>
              )}
            </>
          ),
        },
        {
          title: texts.key,
          cell: ({ has_key, key_hint }) => (has_key ? texts.keyShown(key_hint) : texts.noKey),
        },
        {
          title: texts.limitsTitle,
          cell: (provider) => texts.limits(provider.max_concurrent, provider.requests_per_minute),
        },
        {
          kind: 'action',
          cell: (provider) =>
            mayEdit && (
              <>
                <Button
                  look="quiet"
                  icon={<FlaskConical aria-hidden />}
                  aria-label={texts.testTitle(provider.name)}
                  onClick={() => onTest(provider)}
                >
                  {texts.test}
                </Button>
                <ActionMenu
                  label={texts.moreAbout(provider.name)}
                  actions={[
                    { label: texts.edit, icon: <Pencil />, run: () => onEdit(provider) },
                    ...(provider.loopback_allowed_at === undefined
                      ? []
                      : [{ label: texts.loopback.revoke, run: () => onRevoke(provider) }]),
                    {
                      label: strings.actions.delete,
                      icon: <Trash2 />,
                      look: 'danger',
                      run: () => onDelete(provider),
                    },
                  ]}
                />
              </>
            ),
        },
      ]}
    />
  );
}
