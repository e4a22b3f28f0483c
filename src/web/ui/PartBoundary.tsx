import { Component, type ReactNode, Suspense } from 'react';
import { PartMissing } from '../load-part.ts';
import { strings } from '../strings.ts';
import { Button } from './Button.tsx';
import { FailureNotice } from './FailureNotice.tsx';

interface PartBoundaryProps {
  /** Shown while the part is on its way. */
  readonly waiting: ReactNode;
  /** Shown below the notice if the part never comes. */
  readonly instead?: ReactNode;
  readonly children: ReactNode;
}

/** Around a part that is loaded late: if it is gone, the page around it stays, and all that was typed. */
export class PartBoundary extends Component<PartBoundaryProps, { readonly error?: unknown }> {
  override state: { readonly error?: unknown } = {};

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    // Anything else is a defect of the page, which has a page of its own.
    if (!(error instanceof PartMissing)) throw error;
    return { error };
  }

  override render(): ReactNode {
    const { waiting, instead, children } = this.props;
    if (this.state.error === undefined) return <Suspense fallback={waiting}>{children}</Suspense>;
    return (
      <>
        <FailureNotice error={this.state.error}>
          <Button onClick={() => location.reload()}>{strings.actions.reload}</Button>
        </FailureNotice>
        {instead}
      </>
    );
  }
}
