import { FlaskConical, Pencil, Trash2 } from 'lucide-react';
import type { Provider } from '../../contract/outputs/providers.ts';
import { strings } from '../strings.ts';
import { ActionMenu } from '../ui/ActionMenu.tsx';
import { Button } from '../ui/Button.tsx';
import table from '../ui/Table.module.css';

interface ProvidersTableProps {
  readonly providers: readonly Provider[];
  readonly mayEdit: boolean;
  readonly onEdit: (provider: Provider) => void;
  readonly onTest: (provider: Provider) => void;
  readonly onDelete: (provider: Provider) => void;
}

export function ProvidersTable(props: ProvidersTableProps) {
  const { providers, mayEdit, onEdit, onTest, onDelete } = props;
  const texts = strings.providers;
  return (
    <div className={table['frame']}>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">{texts.one}</th>
            <th scope="col">{texts.address}</th>
            <th scope="col">{texts.key}</th>
            <th scope="col">{texts.limitsTitle}</th>
            <th scope="col">
              <span className="visually-hidden">{strings.actions.title}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {providers.map((provider) => (
            <tr key={provider.id}>
              <td dir="auto">{provider.name}</td>
              <td>
                <code>{provider.base_url}</code>
              </td>
              <td>{provider.has_key ? texts.keyShown(provider.key_hint) : texts.noKey}</td>
              <td>{texts.limits(provider.max_concurrent, provider.requests_per_minute)}</td>
              <td className={table['action']}>
                {mayEdit && (
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
                        {
                          label: strings.actions.delete,
                          icon: <Trash2 />,
                          look: 'danger',
                          run: () => onDelete(provider),
                        },
                      ]}
                    />
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
