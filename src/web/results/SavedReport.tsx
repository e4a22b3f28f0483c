import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '../api.ts';
import { strings } from '../strings.ts';
import { Page } from '../ui/Page.tsx';
import type { Appendix } from './load-appendix.ts';
import { Report, type ReportProps } from './Report.tsx';
import { ReportMediumContext } from './report-medium.ts';

interface SavedReportProps {
  readonly title: string;
  readonly report: Omit<ReportProps, 'onView'>;
  readonly appendix: Appendix;
}

/** The report in a saved file. */
export function SavedReport({ title, report, appendix }: SavedReportProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <ReportMediumContext value={{ kind: 'file', appendix }}>
        <Page title={title} subtitle={strings.results.savedAt(new Date())}>
          <div className="saved-report">
            <Report {...report} onView={nothing} />
          </div>
        </Page>
      </ReportMediumContext>
    </QueryClientProvider>
  );
}

/** Readers of a file cannot change the view. */
function nothing(): void {}
