import type { RefObject } from 'react';
import { exactNumber } from '../localized.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { inputModeFor } from '../ui/number-text.ts';
import { blurClicked } from './blur-clicked.ts';
import type { Brief } from './brief.ts';
import { isAllowed, type Vote } from './judge-keys.ts';
import { isOneKey, scoreFault, scoresOf } from './questions.ts';
import { TypedNumber } from './TypedNumber.tsx';
import type { TaskDraft } from './use-task-draft.ts';
import styles from './VoteBar.module.css';

interface VoteBarProps {
  readonly brief: Brief;
  readonly draft: TaskDraft;
  /** The number field, if scores have no keys. */
  readonly activeField: RefObject<HTMLInputElement | null>;
  readonly onSkip: () => void;
}

const VOTES: readonly { readonly vote: Vote; readonly keys: string }[] = [
  { vote: 'left', keys: 'A ←' },
  { vote: 'tie', keys: 'T' },
  { vote: 'both_bad', keys: 'X' },
  { vote: 'right', keys: 'B →' },
];

/** The judging buttons, labelled with their keys. */
export function VoteBar({ brief, draft, activeField, onSkip }: VoteBarProps) {
  return (
    <footer data-verdict-bar className={styles['bar']}>
      <div role="group" aria-label={strings.judging.verdict} className={styles['votes']}>
        {VOTES.filter(({ vote }) => isAllowed(vote, brief)).map(({ vote, keys }) => (
          <button
            key={vote}
            type="button"
            className={styles['vote']}
            aria-pressed={draft.chosen === vote}
            onClick={(event) => {
              blurClicked(event);
              draft.vote(vote);
            }}
          >
            <span>{strings.judging.votes[vote]}</span>
            <kbd>{keys}</kbd>
          </button>
        ))}
        {brief.evaluation_type === 'single_model_test' && (
          <Score brief={brief} draft={draft} activeField={activeField} />
        )}
        {!isOneKey(brief) && (
          <Button look="primary" aria-disabled={!draft.canSubmit} onClick={draft.submit}>
            {strings.judging.submit} <kbd>Enter</kbd>
          </Button>
        )}
      </div>
      <button type="button" className={styles['skip']} onClick={onSkip}>
        <span>{strings.judging.skip}</span>
        <kbd>S</kbd>
      </button>
    </footer>
  );
}

type ScoreProps = Omit<VoteBarProps, 'onSkip'>;

function Score({ brief, draft, activeField }: ScoreProps) {
  const scores = scoresOf(brief);
  // With criteria, scores are answers to them.
  if (!isOneKey(brief)) return null;
  if (scores.length === 0) {
    return <TypedScore brief={brief} draft={draft} activeField={activeField} />;
  }
  return scores.map((score) => (
    <button
      key={score}
      type="button"
      className={styles['vote']}
      aria-label={`${strings.judging.score} ${score}`}
      aria-pressed={draft.score === String(score)}
      onClick={() => draft.press(score === 10 ? 0 : score)}
    >
      <span className={styles['score']}>{exactNumber(score)}</span>
    </button>
  ));
}

function TypedScore({ brief, draft, activeField }: ScoreProps) {
  const { score_min, score_max } = brief;
  return (
    <>
      <label className={styles['typed']}>
        {strings.judging.score}
        <TypedNumber
          label={strings.judging.score}
          hint={strings.judging.scoreRange(score_min, score_max)}
          inputMode={inputModeFor({ min: score_min })}
          text={draft.score}
          onType={draft.typeScore}
          fault={scoreFault(brief, draft.score)}
          isSubmitTried={draft.isSubmitTried}
          isActive
          activeField={activeField}
        />
      </label>
      <Button look="primary" aria-disabled={!draft.canSubmit} onClick={draft.submit}>
        {strings.judging.submit} <kbd>Enter</kbd>
      </Button>
    </>
  );
}
