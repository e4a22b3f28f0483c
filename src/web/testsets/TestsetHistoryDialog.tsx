import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogBody } from '../ui/Dialog.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { Moment } from '../ui/Moment.tsx';
import table from '../ui/Table.module.css';
import { Waiting } from '../ui/Waiting.tsx';
import { type TestsetPlace, testsetRevisionsQuery } from './testset-queries.ts';

interface TestsetHistoryDialogProps {
  readonly place: TestsetPlace;
  readonly onClose: () => void;
}

export function TestsetHistoryDialog({ place, onClose }: TestsetHistoryDialogProps) {
  const revisions = useInfiniteQuery(testsetRevisionsQuery(place));
  const items = revisions.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Dialog title={strings.testsets.history} size="medium" onClose={onClose}>
      <DialogBody>
        <FailureNotice error={revisions.error} onRetry={() => void revisions.refetch()} />
        {revisions.isPending && <Waiting />}
        <div className={table['frame']}>
          <table className={table['table']}>
            <thead>
              <tr>
                <th scope="col">{strings.revisionLabel}</th>
                <th scope="col">{strings.testsets.size}</th>
                <th scope="col">{strings.message}</th>
                <th scope="col">{strings.by}</th>
                <th scope="col">{strings.when}</th>
              </tr>
            </thead>
            <tbody>
              {items.map((item, index) => (
                <tr key={item.id}>
                  <td>
                    <Link
                      to="/apps/$appId/testsets/$testsetId"
                      params={place}
                      search={index === 0 ? {} : { revision: item.revision }}
                      onClick={onClose}
                    >
                      {strings.revision(item.revision)}
                    </Link>
                  </td>
                  <td>{strings.testsets.rows(item.row_count)}</td>
                  <td className={table['text']}>{item.commit_message}</td>
                  <td>{item.modified_by}</td>
                  <td>
                    <Moment at={item.created_at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {revisions.hasNextPage && (
          <Button isBusy={revisions.isFetching} onClick={() => void revisions.fetchNextPage()}>
            {strings.actions.showOlder}
          </Button>
        )}
      </DialogBody>
    </Dialog>
  );
}
