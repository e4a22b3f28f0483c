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
import { Table } from '../ui/Table.tsx';
import { announceFailure } from '../ui/Toasts.tsx';
import { revertEnvironment } from './deploy.ts';

interface EnvironmentHistoryProps {
  readonly appId: string;
  readonly environment: EnvironmentOutput;
  /** Newest first; the first one is running. */
  readonly revisions: readonly EnvironmentRevision[];
  readonly mayRevert: boolean;
}

export function EnvironmentHistory(props: EnvironmentHistoryProps) {
  const { appId, environment, revisions, mayRevert } = props;
  const confirm = useConfirm();
  const confirmRevert = async (to: EnvironmentRevision) => {
    const name = strings.variants.atRevision(to.deployed_variant_name, to.deployed_revision);
    const isSure = await confirm({
      title: strings.environments.revertTitle(environment.name, to.revision),
      text: strings.environments.revertText(environment.name, name),
      action: strings.environments.revert,
      look: 'primary',
    });
    if (isSure) await revertEnvironment({ appId, environment: environment.name, to });
  };
  return (
    <Table
      rows={revisions}
      rowKey={({ id }) => id}
      columns={[
        { title: strings.revisionLabel, cell: ({ revision }) => revision },
        {
          title: strings.variants.one,
          cell: (item, index) => (
            <>
              <VariantName appId={appId} item={item} />{' '}
              {index === 0 && <Badge tone="accent">{strings.environments.running}</Badge>}
              {item.reverted_from !== null && (
                <Badge>{strings.environments.revertOf(item.reverted_from)}</Badge>
              )}
            </>
          ),
        },
        { kind: 'text', title: strings.message, cell: ({ commit_message }) => commit_message },
        { title: strings.by, cell: ({ modified_by }) => modified_by },
        { title: strings.when, cell: ({ created_at }) => <Moment at={created_at} /> },
        {
          kind: 'action',
          cell: (item, index) =>
            mayRevert &&
            index > 0 &&
            item.deployed_app_variant_revision !== null && (
              <Button
                look="quiet"
                icon={<Undo2 aria-hidden />}
                onClick={() => void confirmRevert(item).catch(announceFailure)}
              >
                {strings.environments.revert}
              </Button>
            ),
        },
      ]}
    />
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
  // A deleted variant has no page.
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
