import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import Markdown, { type Components, type ExtraProps } from 'react-markdown';
import { GITHUB_FLAVOURED } from '../judging/MarkdownText.tsx';
import prose from '../judging/OutputText.module.css';
import { hasMethodPage } from '../results/method-pages.ts';
import { strings } from '../strings.ts';
import styles from './GuidePage.module.css';
import { guideText } from './guide-pages.ts';
import { anchorOf } from './guide-sections.ts';

/** A page of the guide below its title. */
export function GuideArticle({ text }: { readonly text: string }) {
  return (
    <div className={`${prose['markdown']} ${styles['article']}`}>
      <Markdown components={COMPONENTS} remarkPlugins={GITHUB_FLAVOURED}>
        {text}
      </Markdown>
    </div>
  );
}

type Node = NonNullable<ExtraProps['node']>;

const COMPONENTS: Components = {
  a: ({ href = '', children }) => <GuideReference href={href}>{children}</GuideReference>,
  h2: ({ node, children }) => <h2 {...anchored(node)}>{withAnchor(node, children)}</h2>,
  h3: ({ node, children }) => <h3 {...anchored(node)}>{withAnchor(node, children)}</h3>,
};

function anchored(node: Node | undefined) {
  return { id: anchorOf(textIn(node)), tabIndex: -1 };
}

function withAnchor(node: Node | undefined, children: ReactNode) {
  const text = textIn(node);
  return (
    <>
      {children}{' '}
      <a
        href={`#${anchorOf(text)}`}
        aria-label={strings.guide.anchor(text)}
        className={styles['anchor']}
      >
        #
      </a>
    </>
  );
}

function textIn(node: Node | Node['children'][number] | undefined): string {
  if (node === undefined) return '';
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textIn).join('') : '';
}

/** Guide pages link to each other by file. Other repository files are not served: no link. */
function GuideReference({
  href,
  children,
}: {
  readonly href: string;
  readonly children: ReactNode;
}) {
  const [, page, hash = ''] = /^([a-z-]+)\.md(?:#(.*))?$/.exec(href) ?? [];
  if (page !== undefined && guideText(page) !== undefined) {
    return (
      <Link to="/docs/$page" params={{ page }} hash={hash}>
        {children}
      </Link>
    );
  }
  const [, method] = /^\.\.\/statistics\/([a-z-]+)\.md$/.exec(href) ?? [];
  if (method !== undefined && hasMethodPage(method)) {
    return (
      <Link to="/methods/$method" params={{ method }}>
        {children}
      </Link>
    );
  }
  if (href.startsWith('#') || href.startsWith('/api/')) return <a href={href}>{children}</a>;
  if (!/^https?:/.test(href)) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noreferrer noopener nofollow">
      {children}
    </a>
  );
}
