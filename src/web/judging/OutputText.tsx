import type { ReactNode } from 'react';
import { PartBoundary } from '../ui/PartBoundary.tsx';
import { ChatText } from './ChatText.tsx';
import { MarkdownText } from './lazy-markdown.ts';
import styles from './OutputText.module.css';
import type { Presentation } from './use-reading.ts';
import type { Mark } from './use-word-diff.ts';

interface OutputTextProps {
  readonly text: string;
  readonly presentation: Presentation;
  /** Marks differing words in the plain text, instead of rendering it. */
  readonly marks?: readonly Mark[];
}

/** Text from users or models: plain, Markdown, JSON or chat; never HTML. */
export function OutputText({ text, presentation, marks }: OutputTextProps) {
  if (marks !== undefined) return <Plain>{marked(text, marks)}</Plain>;
  switch (presentation) {
    case 'text':
      return <Plain>{text}</Plain>;
    case 'markdown':
      return (
        <PartBoundary waiting={<Plain>{text}</Plain>} instead={<Plain>{text}</Plain>}>
          <MarkdownText text={text} />
        </PartBoundary>
      );
    case 'json':
      return <pre className={styles['code']}>{prettyJson(text)}</pre>;
    case 'chat':
      return <ChatText text={text} />;
    default:
      return presentation satisfies never;
  }
}

function Plain({ children }: { readonly children: ReactNode }) {
  return (
    <div dir="auto" className={styles['plain']}>
      {children}
    </div>
  );
}

/** Text that is not JSON is shown as it is. */
function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function marked(text: string, marks: readonly Mark[]): readonly ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { from, to } of marks) {
    parts.push(text.slice(at, from));
    if (to > from) parts.push(<mark key={from}>{text.slice(from, to)}</mark>);
    at = to;
  }
  return [...parts, text.slice(at)];
}
