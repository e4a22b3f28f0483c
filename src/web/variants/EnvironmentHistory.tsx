import { Link } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import type {
  EnvironmentOutput,
  EnvironmentRevision,
} from '../../contract/variants/environments.ts';
import { strings } from '../strings.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { useConfirm } from '../ui/ConfirmProvider.tsx';
import { Moment } from '../ui/Moment.tsx';
import table from '../ui/Table.module.css';
import { announce, announceFailure } from '../ui/Toasts.tsx';
import { revert } from './deploy.ts';

interface EnvironmentHistoryProps {
  readonly appId: string;
  readonly environment: EnvironmentOutput;
  /** Newest first; the first one is what runs. */
  readonly revisions: readonly EnvironmentRevision[];
  readonly mayRevert: boolean;
}

export function EnvironmentHistory(props: EnvironmentHistoryProps) {
  const { appId, environment, revisions, mayRevert } = props;
  const confirm = useConfirm();
  const goBack = async (to: EnvironmentRevision) => {
    const name = strings.variants.atRevision(to.deployed_variant_name, to.deployed_revision);
    const isSure = await confirm({
      title: strings.environments.revertTitle(environment.name, to.revision),
      text: strings.environments.revertText(environment.name, name),
      action: strings.environments.revert,
      look: 'primary',
    });
    if (!isSure) return;
    const [running] = revisions;
    await revert(appId, to.id);
    announce({
      text: strings.environments.reverted(environment.name, name),
      ...(running === undefined ? {} : { undo: () => revert(appId, running.id) }),
    });
  };
  return (
    <div className={table['frame']}>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">{strings.revisionLabel}</th>
            <th scope="col">{strings.variants.one}</th>
            <th scope="col">{strings.message}</th>
            <th scope="col">{strings.by}</th>
            <th scope="col">{strings.when}</th>
            <th scope="col">
              <span className="visually-hidden">{strings.actions.title}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {revisions.map((item, index) => (
            <tr key={item.id}>
              <td>{item.revision}</td>
              <td>
                <VariantName appId={appId} item={item} />{' '}
                {index === 0 && <Badge tone="accent">{strings.environments.running}</Badge>}
                {item.reverted_from !== null && (
                  <Badge>{strings.environments.revertOf(item.reverted_from)}</Badge>
                )}
              </td>
              <td className={table['text']}>{item.commit_message}</td>
              <td>{item.modified_by}</td>
              <td>
                <Moment at={item.created_at} />
              </td>
              <td className={table['action']}>
                {mayRevert && index > 0 && item.deployed_app_variant_revision !== null && (
                  <Button
                    look="quiet"
                    icon={<Undo2 aria-hidden />}
                    onClick={() => void goBack(item).catch(announceFailure)}
                  >
                    {strings.environments.revert}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function VariantName({
  appId,
  item,
}: {
  readonly appId: string;
  readonly item: EnvironmentRevision;
}) {
  const name = strings.variants.atRevision(item.deployed_variant_name, item.deployed_revision);
  // A variant that was deleted since has no page any more.
  if (item.deployed_app_variant_revision === null) return name;
  return (
    <Link
      to="/apps/$appId/variants/$variantId"
      params={{ appId, variantId: item.deployed_variant_id }}
    >
      {name}
    </Link>
  );
}
