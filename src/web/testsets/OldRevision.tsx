import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { queryClient, type Versioned } from '../api.ts';
import { isRevisionConflict } from '../revision-conflict.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { type Question, useConfirm } from '../ui/ConfirmProvider.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { announce } from '../ui/Toasts.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { compareTables, tableOf } from './grid-table.ts';
import { cursorWithin } from './move-cursor.ts';
import styles from './OldRevision.module.css';
import { saveTestset } from './save-testset.ts';
import { TestsetGrid } from './TestsetGrid.tsx';
import { type Testset, testsetQuery, testsetRevisionQuery } from './testset-queries.ts';
import type { TestsetDraft } from './use-testset-draft.ts';

const route = getRouteApi('/signed-in/apps/$appId/testsets/$testsetId');

interface OldRevisionProps {
  readonly testset: Versioned<Testset>;
  readonly revision: number;
  readonly mayRestore: boolean;
  /** Unsaved edits of the current revision, which restoring would replace. */
  readonly draft: TestsetDraft;
}

/** The rows of an earlier revision, to read and to restore. */
export function OldRevision({ testset, revision, mayRestore, draft }: OldRevisionProps) {
  const place = route.useParams();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const old = useQuery(testsetRevisionQuery(testset.value.id, revision));
  const [cursor, setCursor] = useState({ row: 0, column: 0 });
  const restoring = useMutation({
    mutationFn: async () => {
      const saved = await saveTestset({
        appId: place.appId,
        testset: testset.value,
        etag: testset.etag,
        table: tableOf(old.data?.csvdata ?? []),
        message: strings.testsets.restoredMessage(revision),
      });
      draft.rebase(saved);
      announce({ text: strings.variants.restoredAs(revision, saved.value.revision) });
      await navigate({ to: '/apps/$appId/testsets/$testsetId', params: place });
    },
    // After a conflict the page reads the newest revision, so the user can decide again.
    onError: async (error) => {
      if (isRevisionConflict(error)) await queryClient.invalidateQueries(testsetQuery(place));
    },
  });
  const restore = async () => {
    const isSure = !draft.isDirty || (await confirm(questionOf(revision, draft)));
    if (isSure) restoring.mutate();
  };
  if (old.data === undefined) {
    if (old.error === null) return <Waiting />;
    return <FailureNotice error={old.error} onRetry={() => void old.refetch()} />;
  }
  const table = tableOf(old.data.csvdata);
  return (
    <>
      <div role="status" className={styles['notice']}>
        <p>{strings.testsets.lookingAt(revision)}</p>
        <LinkButton to="/apps/$appId/testsets/$testsetId" params={place}>
          {strings.testsets.backToCurrent}
        </LinkButton>
        {mayRestore && (
          <Button isBusy={restoring.isPending} onClick={() => void restore()}>
            {strings.variants.restore}
          </Button>
        )}
      </div>
      <FailureNotice error={restoring.error} />
      <TestsetGrid
        label={strings.revision(revision)}
        table={table}
        mode="read"
        edited={undefined}
        onEdit={() => undefined}
        onChange={() => undefined}
        cursor={cursorWithin(cursor, table)}
        onMove={setCursor}
        onUndo={() => undefined}
        onRedo={() => undefined}
      />
    </>
  );
}

function questionOf(revision: number, { base, table }: TestsetDraft): Question {
  const texts = strings.testsets;
  return {
    title: texts.restoreTitle(revision),
    text: texts.restoreText(texts.changes(compareTables(base, table))),
    action: strings.variants.restore,
  };
}
