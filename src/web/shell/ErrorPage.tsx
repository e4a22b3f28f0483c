import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { CloudOff } from 'lucide-react';
import { ApiError } from '../../client/api-error.ts';
import { failureSentence } from '../failure-sentence.ts';
import { PartMissing } from '../load-part.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Page } from '../ui/Page.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';

/** Replaces a page that failed, with the reason. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />;
  if (error instanceof PartMissing) {
    return (
      <Failure text={failureSentence(error)}>
        <Button look="primary" onClick={() => location.reload()}>
          {strings.actions.reload}
        </Button>
      </Failure>
    );
  }
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Failure text={failureSentence(error)}>
      <Button look="primary" onClick={retry}>
        {strings.actions.retry}
      </Button>
    </Failure>
  );
}

function Failure({
  text,
  children,
}: {
  readonly text: string;
  readonly children: React.ReactNode;
}) {
  return (
    <Page title={strings.failures.title}>
      <EmptyState icon={<CloudOff />} title={strings.failures.pageTitle} text={text}>
        {children}
      </EmptyState>
    </Page>
  );
}
