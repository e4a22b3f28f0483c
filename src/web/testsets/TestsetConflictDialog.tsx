import { useQuery } from '@tanstack/react-query';
import { client, queryClient, versioned } from '../api.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions, DialogBody } from '../ui/Dialog.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { compareTables, type GridTable, tableOf } from './grid-table.ts';
import { type TestsetPlace, testsetQuery } from './testset-queries.ts';
import type { TestsetDraft } from './use-testset-draft.ts';

interface TestsetConflictDialogProps {
  readonly place: TestsetPlace;
  readonly draft: TestsetDraft;
  readonly onClose: () => void;
}

/** Another user saved first: the user chooses whose rows to keep. */
export function TestsetConflictDialog({ place, draft, onClose }: TestsetConflictDialogProps) {
  const newest = useQuery({
    queryKey: ['newest testset', place.testsetId, draft.etag],
    queryFn: () =>
      versioned(client.reply.fetchTestset({ parameters: { testset_id: place.testsetId } })),
    gcTime: 0,
  });
  const { data } = newest;
  const theirs = data === undefined ? undefined : tableOf(data.value.csvdata);
  const continueWith = (table: GridTable | undefined) => {
    if (data === undefined) return;
    queryClient.setQueryData(testsetQuery(place).queryKey, data);
    draft.rebase(data, table);
    onClose();
  };
  return (
    <Dialog
      title={strings.conflict.title}
      description={strings.conflict.rowsText}
      size="medium"
      onClose={onClose}
    >
      <DialogBody>
        <FailureNotice error={newest.error} onRetry={() => void newest.refetch()} />
        {data === undefined || theirs === undefined ? (
          <Waiting rows={2} />
        ) : (
          <dl className="form-fields">
            <div>
              <dt>
                <strong>{strings.conflict.theirs(data.value.revision)}</strong>
              </dt>
              <dd>{strings.testsets.changes(compareTables(draft.base, theirs))}</dd>
            </div>
            <div>
              <dt>
                <strong>{strings.conflict.mine}</strong>
              </dt>
              <dd>{strings.testsets.changes(compareTables(draft.base, draft.table))}</dd>
            </div>
          </dl>
        )}
      </DialogBody>
      <DialogActions>
        <Button disabled={data === undefined} onClick={() => continueWith(undefined)}>
          {strings.conflict.takeTheirs}
        </Button>
        <Button
          look="primary"
          disabled={data === undefined}
          onClick={() => continueWith(draft.table)}
        >
          {strings.conflict.keepMine}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
