import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../identity/session-queries.ts';
import { useHotkey } from '../shell/use-hotkey.ts';
import { strings } from '../strings.ts';
import { Page } from '../ui/Page.tsx';
import { useUnsavedGuard } from '../ui/use-unsaved-guard.ts';
import { appQuery } from '../variants/app-queries.ts';
import { GridToolbar } from './GridToolbar.tsx';
import { textAt } from './grid-table.ts';
import { cursorWithin } from './move-cursor.ts';
import { OldRevision } from './OldRevision.tsx';
import { RenameTestsetDialog } from './RenameTestsetDialog.tsx';
import { SaveTestsetDialog } from './SaveTestsetDialog.tsx';
import { TestsetActions, type TestsetDialog } from './TestsetActions.tsx';
import { TestsetConflictDialog } from './TestsetConflictDialog.tsx';
import { TestsetGrid } from './TestsetGrid.tsx';
import { TestsetHistoryDialog } from './TestsetHistoryDialog.tsx';
import { testsetQuery } from './testset-queries.ts';
import { useTestsetDraft } from './use-testset-draft.ts';

const route = getRouteApi('/signed-in/apps/$appId/testsets/$testsetId');

export function TestsetPage() {
  const place = route.useParams();
  const { revision } = route.useSearch();
  const { data: testset } = useSuspenseQuery(testsetQuery(place));
  const { data: app } = useSuspenseQuery(appQuery(place.appId));
  const may = useMay(app.value.workspace_id);
  const draft = useTestsetDraft(testset);
  const [open, setOpen] = useState<TestsetDialog>();
  const [chosen, setCursor] = useState({ row: 0, column: 0 });
  const cursor = cursorWithin(chosen, draft.table);
  const [edited, setEdited] = useState<string>();
  const isTyped = edited !== undefined && edited !== textAt(draft.table, cursor);
  const isUnsaved = draft.isDirty || isTyped;
  const close = () => setOpen(undefined);
  const mayEdit = may('edit_testset');
  useHotkey('s', () => isUnsaved && setOpen((shown) => shown ?? 'save'));
  useUnsavedGuard(isUnsaved);
  return (
    <Page
      title={testset.value.name}
      width="full"
      subtitle={strings.testsets.subtitle(draft.table.rows.length, testset.value.revision)}
      actions={
        <TestsetActions
          testset={testset}
          draft={draft}
          canSave={isUnsaved}
          may={may}
          onOpen={setOpen}
        />
      }
    >
      {revision === undefined ? (
        <>
          {mayEdit && <GridToolbar draft={draft} cursor={cursor} />}
          <TestsetGrid
            label={testset.value.name}
            table={draft.table}
            mode={mayEdit ? 'edit' : 'read'}
            edited={edited}
            onEdit={setEdited}
            onChange={draft.change}
            cursor={cursor}
            onMove={setCursor}
            onUndo={draft.undo}
            onRedo={draft.redo}
          />
        </>
      ) : (
        <OldRevision testset={testset} revision={revision} mayRestore={mayEdit} draft={draft} />
      )}
      {open === 'save' && (
        <SaveTestsetDialog
          testset={testset}
          draft={draft}
          onConflict={() => setOpen('conflict')}
          onClose={close}
        />
      )}
      {open === 'conflict' && <TestsetConflictDialog place={place} draft={draft} onClose={close} />}
      {open === 'history' && (
        <TestsetHistoryDialog place={place} current={testset.value.revision} onClose={close} />
      )}
      {open === 'rename' && (
        <RenameTestsetDialog testset={testset} appId={place.appId} onClose={close} />
      )}
    </Page>
  );
}
