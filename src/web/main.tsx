import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from '../client/api-error.ts';
import { queryClient } from './api.ts';
import { SessionEndedDialog } from './identity/SessionEndedDialog.tsx';
import { PartMissing } from './load-part.ts';
import { router } from './router.tsx';
import { OfflineBanner } from './shell/OfflineBanner.tsx';
import { applyTheme, storedTheme } from './theme.ts';
import { ConfirmProvider } from './ui/ConfirmProvider.tsx';
import { Toasts } from './ui/Toasts.tsx';
import './styles/tokens.css';
import './styles/base.css';

applyTheme(storedTheme());

/** Refusals and missing parts appear on the page; defects of the UI go to the console. */
function reportDefect(error: unknown): void {
  if (error instanceof ApiError || error instanceof PartMissing) return;
  console.error(error);
}

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root, { onCaughtError: reportDefect }).render(
    <StrictMode>
      {/* The content security policy blocks style elements, so components must not add any. */}
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>
          <Toasts>
            <ConfirmProvider>
              <OfflineBanner />
              <RouterProvider router={router} />
              <SessionEndedDialog />
            </ConfirmProvider>
          </Toasts>
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  );
}
