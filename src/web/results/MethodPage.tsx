import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import Markdown, { type Components } from 'react-markdown';
import prose from '../judging/OutputText.module.css';
import { NotFoundPage } from '../shell/NotFoundPage.tsx';
import { Page } from '../ui/Page.tsx';
import { hasMethodPage } from './method-pages.ts';
import { methodQuery } from './method-query.ts';

const route = getRouteApi('/signed-in/methods/$method');

/** A method's question, its assumptions, and when not to use it. */
export function MethodPage() {
  const { data: text } = useSuspenseQuery(methodQuery(route.useParams().method));
  if (text === null) return <NotFoundPage />;
  const [, title = '', body = ''] = /^# (.*)\n([^]*)$/.exec(text) ?? [];
  return (
    <Page title={title}>
      <div className={prose['markdown']}>
        <Markdown components={COMPONENTS}>{body}</Markdown>
      </div>
    </Page>
  );
}

const COMPONENTS: Components = {
  // Pages link to each other by file name; links to source files lead nowhere in the UI.
  a: ({ href = '', children }) => {
    const [, method] = /^([a-z-]+)\.md$/.exec(href) ?? [];
    if (method !== undefined && hasMethodPage(method)) {
      return (
        <Link to="/methods/$method" params={{ method }}>
          {children}
        </Link>
      );
    }
    if (!/^https?:/.test(href)) return <span>{children}</span>;
    return (
      <a href={href} target="_blank" rel="noreferrer noopener nofollow">
        {children}
      </a>
    );
  },
};
