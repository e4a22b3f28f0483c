import { Link } from '@tanstack/react-router';
import { GitBranch, Package, Plus } from 'lucide-react';
import type { EnvironmentOutput } from '../../contract/environments.ts';
import type { AppVariantResponse } from '../../contract/variants.ts';
import { strings } from '../strings.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import list from '../ui/List.module.css';
import styles from './BaseTree.module.css';

interface BaseTreeProps {
  readonly base: { readonly base_id: string; readonly base_name: string };
  readonly variants: readonly AppVariantResponse[];
  readonly environments: readonly EnvironmentOutput[];
  readonly onAddVariant: (() => void) | undefined;
}

/** A base with the variants made from it, and where each of them runs. */
export function BaseTree({ base, variants, environments, onAddVariant }: BaseTreeProps) {
  return (
    <section className={styles['tree']} aria-label={strings.bases.called(base.base_name)}>
      <header className={styles['base']}>
        <Package aria-hidden />
        <h3>{base.base_name}</h3>
        <span className={styles['uri']}>{variants[0]?.uri}</span>
        {onAddVariant !== undefined && (
          <Button look="quiet" icon={<Plus aria-hidden />} onClick={onAddVariant}>
            {strings.variants.add}
          </Button>
        )}
      </header>
      <ul>
        {variants.map((variant) => (
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
                  .filter((place) => place.deployed_app_variant_id === variant.variant_id)
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
    </section>
  );
}
