import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { GitCompareArrows, Pencil, Rocket, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../identity/session-queries.ts';
import { useHotkey } from '../shell/use-hotkey.ts';
import { strings } from '../strings.ts';
import { ActionMenu } from '../ui/ActionMenu.tsx';
import { Button } from '../ui/Button.tsx';
import { Page } from '../ui/Page.tsx';
import { useUnsavedGuard } from '../ui/use-unsaved-guard.ts';
import { CompareDialog } from './CompareDialog.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { DeployDialog } from './DeployDialog.tsx';
import { ParametersEditor } from './ParametersEditor.tsx';
import { RenameVariantDialog } from './RenameVariantDialog.tsx';
import { RevisionTimeline } from './RevisionTimeline.tsx';
import { SaveDialog } from './SaveDialog.tsx';
import { useDeleteVariant } from './use-delete-variant.ts';
import { useVariantDraft } from './use-variant-draft.ts';
import styles from './VariantPage.module.css';
import { variantQuery } from './variant-queries.ts';

const route = getRouteApi('/signed-in/apps/$appId/variants/$variantId');

type Open =
  | { readonly kind: 'save' | 'conflict' | 'rename' }
  | { readonly kind: 'deploy'; readonly revision: number }
  | { readonly kind: 'compare'; readonly left: number; readonly right: number };

export function VariantPage() {
  const place = route.useParams();
  const { data: variant } = useSuspenseQuery(variantQuery(place));
  const may = useMay(variant.value.workspace_id);
  const draft = useVariantDraft(variant);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const canSave = draft.isDirty && draft.parsed.kind === 'object';
  const remove = useDeleteVariant(variant);
  useHotkey('s', () => canSave && setOpen((shown) => shown ?? { kind: 'save' }));
  useUnsavedGuard(draft.isDirty);
  const { config_name, base_name, revision } = variant.value;
  const mayEdit = may('modify_variant_configurations');
  const actions = [
    {
      label: strings.variants.compare,
      icon: <GitCompareArrows />,
      run: () => setOpen({ kind: 'compare', left: Math.max(1, revision - 1), right: revision }),
    },
    mayEdit && {
      label: strings.actions.rename,
      icon: <Pencil />,
      run: () => setOpen({ kind: 'rename' }),
    },
    may('delete_application_variant') && {
      label: strings.actions.delete,
      icon: <Trash2 />,
      look: 'danger' as const,
      run: remove,
    },
  ];
  return (
    <Page
      title={config_name}
      width="full"
      subtitle={strings.variants.subtitle(base_name, revision)}
      actions={
        <>
          {mayEdit && (
            <Button look="primary" disabled={!canSave} onClick={() => setOpen({ kind: 'save' })}>
              {strings.actions.save}
            </Button>
          )}
          {may('deploy_application') && (
            <Button
              icon={<Rocket aria-hidden />}
              onClick={() => setOpen({ kind: 'deploy', revision })}
            >
              {strings.variants.deploy}
            </Button>
          )}
          <ActionMenu label={strings.variants.more} actions={actions} />
        </>
      }
    >
      <div className={styles['columns']}>
        <ParametersEditor draft={draft} mode={mayEdit ? 'edit' : 'read'} />
        <RevisionTimeline
          variant={variant}
          onCompare={(chosen) => setOpen({ kind: 'compare', left: chosen, right: revision })}
          onDeploy={
            may('deploy_application')
              ? (chosen) => setOpen({ kind: 'deploy', revision: chosen })
              : undefined
          }
          mayRestore={mayEdit}
        />
      </div>
      {open?.kind === 'save' && (
        <SaveDialog
          variant={variant}
          draft={draft}
          onConflict={() => setOpen({ kind: 'conflict' })}
          onClose={close}
        />
      )}
      {open?.kind === 'conflict' && <ConflictDialog place={place} draft={draft} onClose={close} />}
      {open?.kind === 'deploy' && (
        <DeployDialog variant={variant.value} revision={open.revision} onClose={close} />
      )}
      {open?.kind === 'compare' && (
        <CompareDialog
          appId={place.appId}
          left={{ variantId: place.variantId, revision: open.left }}
          right={{ variantId: place.variantId, revision: open.right }}
          onClose={close}
        />
      )}
      {open?.kind === 'rename' && <RenameVariantDialog variant={variant} onClose={close} />}
    </Page>
  );
}
