import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { GitCompareArrows, History, Rocket } from 'lucide-react';
import type { AppVariantResponse, VariantRevision } from '../../contract/variants/variants.ts';
import type { Versioned } from '../api.ts';
import { strings } from '../strings.ts';
import { withTopNotice } from '../top-notice.ts';
import { ActionMenu, type MenuAction } from '../ui/ActionMenu.tsx';
import { Badge } from '../ui/Badge.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { Moment } from '../ui/Moment.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { environmentsQuery } from './app-queries.ts';
import styles from './RevisionTimeline.module.css';
import { useRestoreRevision } from './use-restore-revision.ts';
import { revisionsQuery } from './variant-queries.ts';

interface RevisionTimelineProps {
  readonly variant: Versioned<AppVariantResponse>;
  readonly onCompare: (revision: number) => void;
  readonly onDeploy: ((revision: number) => void) | undefined;
  readonly mayRestore: boolean;
}

/** The revisions of a variant, newest first, and the environments that run each of them. */
export function RevisionTimeline(props: RevisionTimelineProps) {
  const { variant, onCompare, onDeploy, mayRestore } = props;
  const { app_id: appId, variant_id: variantId, revision: head } = variant.value;
  const revisions = useInfiniteQuery(revisionsQuery({ appId, variantId }));
  const { data: environments = [] } = useQuery(withTopNotice(environmentsQuery(appId)));
  const restore = useRestoreRevision(variant);
  const actionsOf = ({ revision }: VariantRevision): readonly (MenuAction | false)[] => [
    revision !== head && {
      label: strings.variants.compareWithCurrent,
      icon: <GitCompareArrows />,
      run: () => onCompare(revision),
    },
    onDeploy !== undefined && {
      label: strings.variants.deploy,
      icon: <Rocket />,
      run: () => onDeploy(revision),
    },
    mayRestore &&
      revision !== head && {
        label: strings.variants.restore,
        icon: <History />,
        run: () => restore(revision),
      },
  ];
  const items = revisions.data?.items ?? [];
  return (
    <aside aria-label={strings.variants.history} className={styles['aside']}>
      <h2>{strings.variants.history}</h2>
      <FailureNotice error={revisions.error} onRetry={() => void revisions.refetch()} />
      {revisions.isPending && <Waiting />}
      <ol className={styles['timeline']}>
        {items.map((item) => (
          <li key={item.id} className={styles['item']}>
            <div className={styles['text']}>
              <p className={styles['head']}>
                <strong>{strings.revision(item.revision)}</strong>
                {environments
                  .filter((environment) => environment.deployed_app_variant_revision_id === item.id)
                  .map(({ name }) => (
                    <Badge key={name} tone="accent">
                      {name}
                    </Badge>
                  ))}
              </p>
              {item.commit_message !== null && (
                <p className={styles['message']}>{item.commit_message}</p>
              )}
              <p className={styles['soft']}>
                {item.restored_from !== null &&
                  `${strings.variants.restored(item.restored_from)} · `}
                {item.modified_by} · <Moment at={item.created_at} />
              </p>
            </div>
            <ActionMenu
              label={strings.variants.revisionActions(item.revision)}
              actions={actionsOf(item)}
            />
          </li>
        ))}
      </ol>
      <ShowMore pages={revisions} label={strings.actions.showOlder} />
    </aside>
  );
}
