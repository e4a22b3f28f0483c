import Markdown, { type Components, type Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { strings } from '../strings.ts';
import styles from './OutputText.module.css';

/** Raw HTML stays text, pictures appear as their description, and links wait for a click. */
export function MarkdownText({ text }: { readonly text: string }) {
  return (
    <div dir="auto" className={styles['markdown']}>
      <Markdown components={COMPONENTS} remarkPlugins={GITHUB_FLAVOURED}>
        {text}
      </Markdown>
    </div>
  );
}

/** Tables, task lists, struck-out text, and links from plain URLs. */
export const GITHUB_FLAVOURED: Options['remarkPlugins'] = [remarkGfm];

const COMPONENTS: Components = {
  a: ({ href, children }) => (
    <a href={href} title={href} target="_blank" rel="noreferrer noopener nofollow">
      {children}
    </a>
  ),
  img: ({ src, alt }) => <span>{strings.judging.picture(alt || String(src ?? ''))}</span>,
};
