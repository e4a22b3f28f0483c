import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { FlaskConical, Globe, Plus, Upload } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../identity/session-queries.ts';
import { strings } from '../strings.ts';
import { ActionMenu } from '../ui/ActionMenu.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import list from '../ui/List.module.css';
import { Moment } from '../ui/Moment.tsx';
import { Page } from '../ui/Page.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { appQuery } from '../variants/app-queries.ts';
import { CreateTestsetDialog } from './CreateTestsetDialog.tsx';
import { FetchTestsetDialog } from './FetchTestsetDialog.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { testsetsQuery } from './testset-queries.ts';
import { useDeleteTestset } from './use-delete-testset.ts';

const route = getRouteApi('/signed-in/apps/$appId/testsets/');

export function TestsetsPage() {
  const { appId } = route.useParams();
  const { data: app } = useQuery(appQuery(appId));
  const testsets = useQuery(testsetsQuery(appId));
  const may = useMay(app?.value.workspace_id);
  const [open, setOpen] = useState<'create' | 'import' | 'fetch'>();
  const close = () => setOpen(undefined);
  const deleteTestset = useDeleteTestset(appId);
  const buttons = may('create_testset') && (
    <>
      <Button look="primary" icon={<Upload aria-hidden />} onClick={() => setOpen('import')}>
        {strings.imports.open}
      </Button>
      <Button icon={<Plus aria-hidden />} onClick={() => setOpen('create')}>
        {strings.testsets.create}
      </Button>
      <Button icon={<Globe aria-hidden />} onClick={() => setOpen('fetch')}>
        {strings.imports.fetch}
      </Button>
    </>
  );
  const isEmpty = testsets.data?.length === 0;
  return (
    <Page title={strings.testsets.title} actions={!isEmpty && buttons}>
      <FailureNotice error={testsets.error} onRetry={() => void testsets.refetch()} />
      {testsets.isPending && <Waiting />}
      {isEmpty && (
        <EmptyState
          icon={<FlaskConical />}
          title={strings.testsets.emptyTitle}
          text={strings.testsets.emptyText}
        >
          <div className={list['end']}>{buttons}</div>
        </EmptyState>
      )}
      {testsets.data !== undefined && !isEmpty && (
        <ul className={list['list']}>
          {testsets.data.map(({ id, name, row_count, revision, updated_at }) => (
            <li key={id}>
              <Link
                to="/apps/$appId/testsets/$testsetId"
                params={{ appId, testsetId: id }}
                className={list['row']}
              >
                <FlaskConical aria-hidden />
                <span className={list['name']}>{name}</span>
                <span className={list['soft']}>{strings.testsets.rows(row_count)}</span>
                <span className={list['soft']}>{strings.revision(revision)}</span>
                <span className={`${list['soft']} ${list['end']}`}>
                  <Moment at={updated_at} />
                </span>
              </Link>
              {may('delete_testset') && (
                <span className={list['end']}>
                  <ActionMenu
                    label={strings.testsets.actionsOf(name)}
                    actions={[
                      {
                        label: strings.actions.delete,
                        look: 'danger',
                        run: () => deleteTestset({ id, name, rows: row_count }),
                      },
                    ]}
                  />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {open === 'create' && <CreateTestsetDialog appId={appId} onClose={close} />}
      {open === 'import' && <ImportDialog appId={appId} onClose={close} />}
      {open === 'fetch' && <FetchTestsetDialog appId={appId} onClose={close} />}
    </Page>
  );
}
