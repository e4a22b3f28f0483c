import { createContext, use } from 'react';
import type { Appendix } from './load-appendix.ts';

/** Where a report is read: on the page, or in a file, which cannot load data or run actions. */
export type ReportMedium =
  | { readonly kind: 'page' }
  | { readonly kind: 'file'; readonly appendix: Appendix };

export const ReportMediumContext = createContext<ReportMedium>({ kind: 'page' });

export function useReportMedium(): ReportMedium {
  return use(ReportMediumContext);
}
