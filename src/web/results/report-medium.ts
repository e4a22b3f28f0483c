import { createContext, use } from 'react';

/** Where a report is read: on the page, or in a file where nothing can be pressed. */
export type ReportMedium = 'page' | 'file';

export const ReportMediumContext = createContext<ReportMedium>('page');

export function useReportMedium(): ReportMedium {
  return use(ReportMediumContext);
}
