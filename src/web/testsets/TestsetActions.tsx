import { getRouteApi } from '@tanstack/react-router';
import { Download, History, Pencil, Trash2 } from 'lucide-react';
import type { Permission } from '../../contract/access.ts';
import type { Versioned } from '../api.ts';
import { strings } from '../strings.ts';
import { ActionMenu } from '../ui/ActionMenu.tsx';
import { Button } from '../ui/Button.tsx';
import type { Testset } from './testset-queries.ts';
import { useDeleteTestset } from './use-delete-testset.ts';
import type { TestsetDraft } from './use-testset-draft.ts';

const route = getRouteApi('/signed-in/apps/$appId/testsets/$testsetId');

/** A dialog over the page of a test set. */
export type TestsetDialog = 'save' | 'conflict' | 'history' | 'rename';

interface TestsetActionsProps {
  readonly testset: Versioned<Testset>;
  readonly draft: TestsetDraft;
  readonly canSave: boolean;
  readonly may: (permission: Permission) => boolean;
  readonly onOpen: (dialog: TestsetDialog) => void;
}

export function TestsetActions({ testset, draft, canSave, may, onOpen }: TestsetActionsProps) {
  const { appId } = route.useParams();
  const remove = useDeleteTestset(appId);
  const { id, name } = testset.value;
  const download = (format: 'csv' | 'jsonl') => ({
    label: strings.testsets.exportAs(format),
    icon: <Download />,
    // The server answers with an attachment, so the page stays.
    run: () => location.assign(`/api/testsets/${id}/export?format=${format}`),
  });
  const actions = [
    download('csv'),
    download('jsonl'),
    may('edit_testset') && {
      label: strings.actions.rename,
      icon: <Pencil />,
      run: () => onOpen('rename'),
    },
    may('delete_testset') && {
      label: strings.actions.delete,
      icon: <Trash2 />,
      look: 'danger' as const,
      run: () => remove({ id, name, rows: draft.base.rows.length }),
    },
  ];
  return (
    <>
      {may('edit_testset') && (
        <Button look="primary" disabled={!canSave} onClick={() => onOpen('save')}>
          {strings.actions.save}
        </Button>
      )}
      <Button icon={<History aria-hidden />} onClick={() => onOpen('history')}>
        {strings.testsets.history}
      </Button>
      <ActionMenu label={strings.testsets.actionsOf(name)} actions={actions} />
    </>
  );
}
