import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queryClient } from '../api.ts';
import { strings } from '../strings.ts';
import { Dialog, DialogBody } from '../ui/Dialog.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { Moment } from '../ui/Moment.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Table } from '../ui/Table.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { type TestsetPlace, testsetQuery, testsetRevisionsQuery } from './testset-queries.ts';

interface TestsetHistoryDialogProps {
  readonly place: TestsetPlace;
  /** The revision that the page has loaded. */
  readonly current: number;
  readonly onClose: () => void;
}

export function TestsetHistoryDialog({ place, current, onClose }: TestsetHistoryDialogProps) {
  const revisions = useInfiniteQuery(testsetRevisionsQuery(place));
  const items = revisions.data?.items ?? [];
  const open = (revision: number) => {
    onClose();
    // The page caches its rows for minutes, while this list also has other users' newer revisions.
    if (revision > current) void queryClient.invalidateQueries(testsetQuery(place));
  };
  return (
    <Dialog title={strings.testsets.history} size="medium" onClose={onClose}>
      <DialogBody>
        <FailureNotice error={revisions.error} onRetry={() => void revisions.refetch()} />
        {revisions.isPending && <Waiting />}
        <Table
          rows={items}
          rowKey={({ id }) => id}
          columns={[
            {
              title: strings.revisionLabel,
              cell: ({ revision }, index) => (
                <Link
                  to="/apps/$appId/testsets/$testsetId"
                  params={place}
                  // A list cached before the last save does not begin with the current revision.
                  search={index === 0 && revision >= current ? {} : { revision }}
                  onClick={() => open(revision)}
                >
                  {strings.revision(revision)}
                </Link>
              ),
            },
            {
              title: strings.testsets.size,
              cell: ({ row_count }) => strings.testsets.rows(row_count),
            },
            { kind: 'text', title: strings.message, cell: ({ commit_message }) => commit_message },
            { title: strings.by, cell: ({ modified_by }) => modified_by },
            { title: strings.when, cell: ({ created_at }) => <Moment at={created_at} /> },
          ]}
        />
        <ShowMore pages={revisions} label={strings.actions.showOlder} />
      </DialogBody>
    </Dialog>
  );
}
