import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '../api.ts';
import { strings } from '../strings.ts';
import { Page } from '../ui/Page.tsx';
import { Report, type ReportProps } from './Report.tsx';
import { ReportMediumContext } from './report-medium.ts';

interface SavedReportProps {
  readonly title: string;
  readonly report: ReportProps;
}

/** The report as it stands in a file. */
export function SavedReport({ title, report }: SavedReportProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <ReportMediumContext value="file">
        <Page title={title} subtitle={strings.results.savedAt(new Date())}>
          <Report {...report} />
        </Page>
      </ReportMediumContext>
    </QueryClientProvider>
  );
}
