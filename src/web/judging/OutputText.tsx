import type { ReactNode } from 'react';
import { strings } from '../strings.ts';
import { PartBoundary } from '../ui/PartBoundary.tsx';
import { ChatText } from './ChatText.tsx';
import { guessPresentation } from './guess-presentation.ts';
import { MarkdownText } from './lazy-markdown.ts';
import styles from './OutputText.module.css';
import type { Presentation } from './use-reading.ts';

interface OutputTextProps {
  readonly text: string;
  readonly presentation: Presentation;
}

/** Text from users or models: plain, Markdown, JSON or chat; never HTML. */
export function OutputText({ text, presentation }: OutputTextProps) {
  if (text.trim() === '') return <p className={styles['empty']}>{strings.judging.empty}</p>;
  const rendering = presentation === 'auto' ? guessPresentation(text) : presentation;
  switch (rendering) {
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
      return rendering satisfies never;
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
