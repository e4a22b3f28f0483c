import { Link } from '@tanstack/react-router';
import { GitBranch, Package, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Permission } from '../../contract/access.ts';
import type { EnvironmentOutput } from '../../contract/variants/environments.ts';
import type { AppVariantResponse } from '../../contract/variants/variants.ts';
import { strings } from '../strings.ts';
import { ActionMenu } from '../ui/ActionMenu.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import list from '../ui/List.module.css';
import { AddVariantDialog } from './AddVariantDialog.tsx';
import styles from './BaseTree.module.css';
import { EditBaseDialog } from './EditBaseDialog.tsx';
import { useDeleteBase } from './use-delete-base.ts';

interface BaseTreeProps {
  readonly appId: string;
  readonly base: { readonly base_id: string; readonly base_name: string };
  /** All variants of the app; a new variant can start from any of them. */
  readonly variants: readonly AppVariantResponse[];
  readonly environments: readonly EnvironmentOutput[];
  readonly may: (permission: Permission) => boolean;
}

/** A base with its variants, and the environments that run each of them. */
export function BaseTree({ appId, base, variants, environments, may }: BaseTreeProps) {
  const [open, setOpen] = useState<'add' | 'edit'>();
  const close = () => setOpen(undefined);
  const deleteBase = useDeleteBase(appId);
  const own = variants.filter(({ base_id }) => base_id === base.base_id);
  const actions = [
    may('edit_application') && {
      label: strings.bases.edit,
      icon: <Pencil />,
      run: () => setOpen('edit'),
    },
    may('delete_application_variant') &&
      own.length === 0 && {
        label: strings.actions.delete,
        icon: <Trash2 />,
        look: 'danger' as const,
        run: () => deleteBase(base),
      },
  ];
  return (
    <section className={styles['tree']} aria-label={strings.bases.called(base.base_name)}>
      <header className={styles['base']}>
        <Package aria-hidden />
        <h3>{base.base_name}</h3>
        <span className={styles['uri']}>{own[0]?.uri}</span>
        {may('create_app_variant') && (
          <Button look="quiet" icon={<Plus aria-hidden />} onClick={() => setOpen('add')}>
            {strings.variants.add}
          </Button>
        )}
        <ActionMenu label={strings.bases.more(base.base_name)} actions={actions} />
      </header>
      <ul>
        {own.map((variant) => (
          <li key={variant.variant_id} className={styles['variant']}>
            <Link
              to="/apps/$appId/variants/$variantId"
              params={{ appId: variant.app_id, variantId: variant.variant_id }}
              className={list['row']}
            >
              <GitBranch aria-hidden />
              <span className={list['name']}>{variant.config_name}</span>
              <span className={list['soft']}>{strings.revision(variant.revision)}</span>
              <span className={list['end']}>
                {environments
                  .filter(
                    (environment) => environment.deployed_app_variant_id === variant.variant_id,
                  )
                  .map(({ name, revision }) => (
                    <Badge key={name} tone="accent">
                      {strings.environments.runs(name, revision)}
                    </Badge>
                  ))}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {open === 'add' && <AddVariantDialog base={base} variants={variants} onClose={close} />}
      {open === 'edit' && <EditBaseDialog baseId={base.base_id} onClose={close} />}
    </section>
  );
}
