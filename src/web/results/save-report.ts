import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../api.ts';
import {
  exclusionsQuery,
  seriesQuery,
  settingChangesQuery,
  settingsQuery,
  slicesQuery,
} from '../evaluations/evaluation-queries.ts';
import { downloadFile } from '../ui/download-file.ts';
import { appQuery } from '../variants/app-queries.ts';
import { loadAppendix } from './load-appendix.ts';
import { orderOf } from './report-view.ts';
import { SavedReport } from './SavedReport.tsx';

/** The file runs no scripts and loads nothing, even if a name or output contains markup. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

type SavedProps = Parameters<typeof SavedReport>[0];

interface ReportToSave {
  readonly title: string;
  readonly report: SavedProps['report'];
  /** Only editors may read who was excluded and which settings changed. */
  readonly mayEdit: boolean;
}

/** Saves the report as one self-contained HTML file. */
export async function saveReport({ title, report, mayEdit }: ReportToSave): Promise<void> {
  const { id } = report.evaluation;
  const { input } = report.view;
  const [appendix] = await Promise.all([
    loadAppendix(id, orderOf(report.view)),
    queryClient.ensureQueryData(seriesQuery(id)),
    input === undefined ? undefined : queryClient.ensureQueryData(slicesQuery(id, input)),
    queryClient.ensureQueryData(settingsQuery(id)),
    queryClient.ensureQueryData(appQuery(report.evaluation.app_id)),
    mayEdit && queryClient.ensureQueryData(exclusionsQuery(id)),
    mayEdit && queryClient.ensureQueryData(settingChangesQuery(id)),
  ]);
  const text = documentOf(title, renderReport({ title, report, appendix }));
  downloadFile(title, { text, type: 'text/html', ending: 'html' });
}

/** React escapes text, so names and outputs cannot become markup. */
function renderReport(props: SavedProps): string {
  const main = document.createElement('main');
  const root = createRoot(main);
  flushSync(() => root.render(createElement(SavedReport, props)));
  const markup = main.outerHTML;
  root.unmount();
  return markup;
}

function documentOf(title: string, body: string): string {
  const heading = document.createElement('title');
  heading.textContent = title;
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    heading.outerHTML,
    `<style>${styleText()}</style>`,
    '</head>',
    `<body>${body}</body>`,
    '</html>',
  ].join('\n');
}

/** All style sheets of the page. */
function styleText(): string {
  return [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .map(({ cssText }) => cssText)
    .join('\n');
}
