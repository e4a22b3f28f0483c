import { QueryClientProvider } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../api.ts';
import { scenariosQuery, seriesQuery } from '../evaluations/evaluation-queries.ts';
import { evaluationTitle } from '../evaluations/evaluation-title.ts';
import { strings } from '../strings.ts';
import { downloadFile } from '../ui/download-file.ts';
import { Page } from '../ui/Page.tsx';
import { Report, type ReportProps } from './Report.tsx';
import { ReportMediumContext } from './report-medium.ts';

/** In the file, too, nothing runs and nothing is loaded, whatever a name or an output says. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** Saves the report as one HTML file that needs nothing else. */
export async function saveReport(report: ReportProps): Promise<void> {
  const { id } = report.evaluation;
  const [style] = await Promise.all([
    styleText(),
    queryClient.ensureQueryData(seriesQuery(id)),
    queryClient.ensureInfiniteQueryData(scenariosQuery(id)),
  ]);
  const title = strings.results.of(evaluationTitle(report.evaluation));
  const text = documentOf(title, { style, body: renderReport(title, report) });
  downloadFile(title, { text, type: 'text/html', ending: 'html' });
}

/** React made these elements, so what somebody wrote is text in them and nothing else. */
function renderReport(title: string, report: ReportProps): string {
  const place = document.createElement('main');
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <ReportMediumContext value="file">
          <Page title={title} subtitle={strings.results.savedAt(new Date())}>
            <Report {...report} />
          </Page>
        </ReportMediumContext>
      </QueryClientProvider>,
    ),
  );
  const markup = place.outerHTML;
  root.unmount();
  return markup;
}

interface Parts {
  readonly style: string;
  readonly body: string;
}

function documentOf(title: string, { style, body }: Parts): string {
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
    `<style>${style}</style>`,
    '</head>',
    `<body>${body}</body>`,
    '</html>',
  ].join('\n');
}

/** All of the page's own style, as it is written: rules that were parsed lose shorthands with variables. */
async function styleText(): Promise<string> {
  const addresses = [...document.styleSheets].flatMap(({ href }) => (href === null ? [] : [href]));
  const texts = addresses.map(async (address) => (await fetch(address)).text());
  return (await Promise.all(texts)).join('\n');
}
