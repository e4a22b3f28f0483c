import Markdown, { type Components } from 'react-markdown';
import { strings } from '../strings.ts';
import styles from './OutputText.module.css';

/** Raw HTML stays text, pictures are only named, and links wait for a click. */
export function MarkdownText({ text }: { readonly text: string }) {
  return (
    <div dir="auto" className={styles['markdown']}>
      <Markdown components={COMPONENTS}>{text}</Markdown>
    </div>
  );
}

const COMPONENTS: Components = {
  a: ({ href, children }) => (
    <a href={href} title={href} target="_blank" rel="noreferrer noopener nofollow">
      {children}
    </a>
  ),
  img: ({ src, alt }) => <span>{strings.judging.picture(alt || String(src ?? ''))}</span>,
};
