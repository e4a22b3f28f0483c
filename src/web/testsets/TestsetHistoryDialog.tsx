import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { strings } from '../strings.ts';
import { Dialog, DialogBody } from '../ui/Dialog.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { Moment } from '../ui/Moment.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Table } from '../ui/Table.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { type TestsetPlace, testsetRevisionsQuery } from './testset-queries.ts';

interface TestsetHistoryDialogProps {
  readonly place: TestsetPlace;
  readonly onClose: () => void;
}

export function TestsetHistoryDialog({ place, onClose }: TestsetHistoryDialogProps) {
  const revisions = useInfiniteQuery(testsetRevisionsQuery(place));
  const items = revisions.data?.items ?? [];
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
                  search={index === 0 ? {} : { revision }}
                  onClick={onClose}
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
