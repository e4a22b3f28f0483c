import { turnsIn } from './chat-turns.ts';
import styles from './OutputText.module.css';

/** Chat messages as a list with roles; anything else as plain text. */
export function ChatText({ text }: { readonly text: string }) {
  const turns = turnsIn(parse(text));
  if (turns === undefined) {
    return (
      <div dir="auto" className={styles['plain']}>
        {text}
      </div>
    );
  }
  return (
    <ol className={styles['chat']}>
      {turns.map(({ role, content }, index) => (
        <li key={index} className={styles['turn']}>
          <span className={styles['role']}>{role}</span>
          <div dir="auto" className={styles['plain']}>
            {content}
          </div>
        </li>
      ))}
    </ol>
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
