import { Compass } from 'lucide-react';
import { strings } from '../strings.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Page } from '../ui/Page.tsx';

export function NotFoundPage() {
  return (
    <Page title={strings.notFound.title}>
      <EmptyState icon={<Compass />} title={strings.notFound.heading} text={strings.notFound.text}>
        <LinkButton to="/apps" look="primary">
          {strings.notFound.action}
        </LinkButton>
      </EmptyState>
    </Page>
  );
}
