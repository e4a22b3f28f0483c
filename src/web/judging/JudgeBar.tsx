import {
  ArrowLeft,
  BookOpen,
  Diff,
  Flag,
  Keyboard,
  Link2,
  MoveHorizontal,
  Undo2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../../client/api-error.ts';
import { PRESENTATIONS } from '../../contract/evaluations/evaluation-settings.ts';
import type { Profile } from '../../contract/identity/profile.ts';
import { GuestLinkButton } from '../evaluations/GuestLinkButton.tsx';
import { failureSentence } from '../failure-sentence.ts';
import { isGuest } from '../identity/is-guest.ts';
import { strings } from '../strings.ts';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Meter } from '../ui/Meter.tsx';
import { blurClicked } from './blur-clicked.ts';
import styles from './JudgeBar.module.css';
import type { JudgeView } from './judge-session.ts';
import { minutesLeft } from './pace.ts';
import type { Panel } from './panel.ts';
import { MIN_SHARE, type Reading } from './use-reading.ts';
import { canMarkWords } from './use-word-marks.ts';

interface JudgeBarProps {
  readonly view: JudgeView;
  readonly reading: Reading;
  readonly isComparison: boolean;
  readonly annotator: Profile;
  readonly evaluationId: string;
  /** The assignment on the screen, if there is one. */
  readonly shownId: string | undefined;
  readonly onOpen: (panel: Panel) => void;
  /** Absent if nothing can be undone any more. */
  readonly onUndo: (() => void) | undefined;
}

/** Progress, and every control besides the judging buttons. */
export function JudgeBar(props: JudgeBarProps) {
  const { view, reading, isComparison, annotator, evaluationId, shownId, onOpen, onUndo } = props;
  const texts = strings.judging;
  return (
    <header className={styles['bar']}>
      {/* Guests have nowhere else to go. */}
      {!isGuest(annotator) && (
        <LinkButton to="/inbox" look="quiet" icon={<ArrowLeft aria-hidden />}>
          {texts.leave}
        </LinkButton>
      )}
      {view.phase !== 'loading' && <Progress view={view} />}
      {view.trouble !== null && (
        <p role="alert" className={styles['unsent']}>
          {troubleText(view, annotator)}
        </p>
      )}
      <GuestLinkButton evaluationId={evaluationId} look="quiet" />
      <div className={styles['tools']}>
        <Tool label={texts.undo} hotkey="U" onPress={onUndo}>
          <Undo2 aria-hidden />
        </Tool>
        <Tool
          label={texts.flag}
          hotkey="F"
          onPress={
            shownId === undefined
              ? undefined
              : () => onOpen({ kind: 'flag', assignmentId: shownId })
          }
        >
          <Flag aria-hidden />
        </Tool>
        <Tool label={texts.guidelines} hotkey="G" onPress={() => onOpen({ kind: 'guidelines' })}>
          <BookOpen aria-hidden />
        </Tool>
        {isComparison && (
          <>
            {canMarkWords() && (
              <Tool
                label={texts.diff}
                hotkey="D"
                isOn={reading.isDiffShown}
                onPress={reading.toggleDiff}
              >
                <Diff aria-hidden />
              </Tool>
            )}
            <Tool
              label={texts.lock}
              hotkey="L"
              isOn={reading.isScrollLocked}
              onPress={reading.toggleLock}
            >
              <Link2 aria-hidden />
            </Tool>
            <span className={styles['sideBySide']}>
              <Tool
                label={texts.wide}
                hotkey="W"
                isOn={reading.paneShare > MIN_SHARE}
                onPress={reading.cycleWidth}
              >
                <MoveHorizontal aria-hidden />
              </Tool>
            </span>
          </>
        )}
        <select
          aria-label={texts.format}
          title={texts.format}
          className={styles['format']}
          value={reading.presentation}
          onChange={({ target }) => {
            const chosen = PRESENTATIONS.find((presentation) => presentation === target.value);
            if (chosen !== undefined) reading.present(chosen);
            // With the focus on the list, letter keys would choose an entry instead of judging.
            target.blur();
          }}
        >
          {PRESENTATIONS.map((presentation) => (
            <option key={presentation} value={presentation}>
              {texts.formats[presentation]}
            </option>
          ))}
        </select>
        <span className={styles['keys']}>
          <Tool label={texts.help} hotkey="?" onPress={() => onOpen({ kind: 'keys' })}>
            <Keyboard aria-hidden />
          </Tool>
        </span>
      </div>
    </header>
  );
}

function troubleText({ trouble, unsent }: JudgeView, annotator: Profile): string {
  if (trouble instanceof ApiError && trouble.status === 401) {
    const { guest, member } = strings.judging.signedOut;
    return isGuest(annotator) ? guest : member(annotator.username, unsent);
  }
  if (unsent === 0) return failureSentence(trouble);
  // `fetch` throws this when there is no connection.
  if (trouble instanceof TypeError) return strings.judging.unsent(unsent);
  return `${failureSentence(trouble)} ${strings.judging.notTaken(unsent)}`;
}

function Progress({ view: { judged, total, timesMs } }: { readonly view: JudgeView }) {
  const minutes = minutesLeft(timesMs, total - judged);
  const text = strings.judging.progress(judged, total);
  return (
    <div className={styles['progress']}>
      <Meter label={text} done={judged} of={total} size="small" />
      <span className={styles['count']}>{text}</span>
      {minutes !== undefined && judged < total && (
        <span className={styles['left']}>{strings.judging.minutesLeft(minutes)}</span>
      )}
    </div>
  );
}

interface ToolProps {
  readonly label: string;
  readonly hotkey: string;
  /** Only for toggles. */
  readonly isOn?: boolean;
  /** Absent while the tool has nothing to act on. */
  readonly onPress: (() => void) | undefined;
  readonly children: ReactNode;
}

function Tool({ label, hotkey, isOn, onPress, children }: ToolProps) {
  return (
    <button
      type="button"
      className={styles['tool']}
      aria-label={label}
      title={`${label} (${hotkey})`}
      aria-pressed={isOn}
      disabled={onPress === undefined}
      onClick={(event) => {
        blurClicked(event);
        onPress?.();
      }}
    >
      {children}
      <span className={styles['word']}>{label}</span>
      <kbd>{hotkey}</kbd>
    </button>
  );
}
