import { Component, type ReactNode, Suspense } from 'react';
import { PartMissing } from '../load-part.ts';
import { strings } from '../strings.ts';
import { Button } from './Button.tsx';
import { FailureNotice } from './FailureNotice.tsx';

interface PartBoundaryProps {
  /** Shown while the part loads. */
  readonly waiting: ReactNode;
  /** Shown below the notice if the part fails to load. */
  readonly instead?: ReactNode;
  readonly children: ReactNode;
}

/** Wraps a lazily loaded part: if loading fails, the page around it keeps its typed text. */
export class PartBoundary extends Component<PartBoundaryProps, { readonly error?: unknown }> {
  override state: { readonly error?: unknown } = {};

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    // Any other error is a defect and gets the error page.
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
