import { useCallback, useEffect, useRef, useState } from 'react';
import { strings } from '../strings.ts';
import type { Brief } from './brief.ts';
import type { Vote } from './judge-keys.ts';
import type { JudgeSession } from './judge-session.ts';
import type { Task } from './judge-state.ts';
import {
  choicesOf,
  chosenBy,
  type Draft,
  draftOf,
  fittingDraft,
  isComplete,
  isOneKey,
  openQuestion,
  type Question,
  questionsOf,
  questionToResume,
  scoresOf,
  submissionOf,
  type Value,
} from './questions.ts';

export interface TaskDraft {
  /** Counts the time of a task that appears, until the returned function is called. */
  readonly start: () => () => void;
  readonly questions: readonly Question[];
  readonly answers: Draft['answers'];
  readonly vote: (vote: Vote) => void;
  readonly chosen: Vote | undefined;
  readonly score: string;
  readonly typeScore: (score: string) => void;
  readonly answer: (question: Question, value: Value) => void;
  readonly type: (question: Question, text: string) => void;
  /** The question that digits answer. */
  readonly active: Question | undefined;
  readonly activate: (question: Question) => void;
  /** After an answer, digits go to the next question, unless the annotator marked another one. */
  readonly leave: (question: Question) => void;
  readonly press: (digit: number) => void;
  readonly note: string;
  readonly write: (note: string) => void;
  readonly canSubmit: boolean;
  /** Submits, or marks the first open question. */
  readonly submit: () => void;
  /** The annotator tried to submit while an answer was missing or wrong. */
  readonly isSubmitTried: boolean;
}

const MAX_TIME_MS = 86_400_000;

/** The annotator's answers to the task on the screen, until they are submitted. */
export function useTaskDraft(
  brief: Brief,
  { assignment, previous }: Task,
  { judge, drafts, shownMs }: Pick<JudgeSession, 'judge' | 'drafts' | 'shownMs'>,
): TaskDraft {
  const [questions] = useState(() => questionsOf(brief, assignment));
  const [fresh] = useState(() => draftOf(questions, previous));
  const [draft, setDraft] = useState(() => {
    const kept = drafts.get(assignment.id);
    return kept === undefined ? fresh : fittingDraft(questions, kept);
  });
  // Kept, because undo may bring back another task, and the annotator may reload the page.
  useEffect(() => {
    // A withdrawn judgement is kept unchanged, too: the server does not send it again.
    if (draft !== fresh || previous !== undefined) drafts.set(assignment.id, draft);
  }, [drafts, assignment.id, draft, fresh, previous]);
  const [activeKey, setActiveKey] = useState(() => questionToResume(questions, draft)?.key);
  const [isSubmitTried, setSubmitTried] = useState(false);
  const startedAt = useRef(0);
  const previousMs = previous?.time_taken_ms ?? 0;
  // A task that undo brings back continues with its earlier time.
  const start = useCallback(() => {
    startedAt.current = performance.now() - (shownMs.get(assignment.id) ?? previousMs);
    return () => shownMs.set(assignment.id, performance.now() - startedAt.current);
  }, [shownMs, assignment.id, previousMs]);
  const finish = (candidate: Draft) => {
    if (!isComplete(brief, questions, candidate)) {
      setSubmitTried(true);
      const open = openQuestion(questions, candidate);
      if (open !== undefined) setActiveKey(open.key);
      return;
    }
    const time = Math.round(performance.now() - startedAt.current);
    judge({ ...submissionOf(questions, candidate), time_taken_ms: Math.min(time, MAX_TIME_MS) });
  };
  /** Without criteria, the outcome or score completes the judgement. */
  const decide = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    if (isOneKey(brief)) return finish(next);
    setDraft(next);
  };
  const keep = (key: string, value: Value) =>
    setDraft((current) => ({ ...current, answers: { ...current.answers, [key]: value } }));
  const nextKey = ({ key }: Question) =>
    questions[questions.findIndex((question) => question.key === key) + 1]?.key ?? key;
  const answer = (question: Question, value: Value) => {
    keep(question.key, value);
    setActiveKey(nextKey(question));
  };
  const active = questions.find(({ key }) => key === activeKey);
  return {
    start,
    questions,
    answers: draft.answers,
    vote: (vote) => decide({ outcome: outcomeOf(vote, assignment.slots) }),
    chosen: voteOf(draft.outcome, assignment.slots),
    score: draft.score,
    typeScore: (score) => setDraft((current) => ({ ...current, score })),
    answer,
    type: ({ key }, text) => keep(key, text),
    active,
    activate: ({ key }) => setActiveKey(key),
    leave: (question) =>
      setActiveKey((current) => (current === question.key ? nextKey(question) : current)),
    press: (digit) => {
      if (active === undefined) {
        // On a scale from 1 to 10, the key 0 means 10.
        const score = digit === 0 && brief.score_min > 0 ? 10 : digit;
        if (scoresOf(brief).includes(score)) decide({ score: String(score) });
        return;
      }
      const words = { yes: strings.judging.yes, no: strings.judging.no };
      const choice = chosenBy(digit, choicesOf(active.criterion.scale, words));
      if (choice !== undefined) answer(active, choice.value);
    },
    note: draft.note,
    write: (note) => setDraft((current) => ({ ...current, note })),
    canSubmit: isComplete(brief, questions, draft),
    submit: () => finish(draft),
    isSubmitTried,
  };
}

type Slots = Task['assignment']['slots'];

function outcomeOf(vote: Vote, slots: Slots): string | undefined {
  switch (vote) {
    case 'left':
      return slots[0]?.slot_id;
    case 'right':
      return slots[1]?.slot_id;
    case 'tie':
    case 'both_bad':
      return vote;
    default:
      return vote satisfies never;
  }
}

function voteOf(outcome: string | undefined, slots: Slots): Vote | undefined {
  if (outcome === undefined) return undefined;
  if (outcome === 'tie' || outcome === 'both_bad') return outcome;
  return slots[0]?.slot_id === outcome ? 'left' : 'right';
}
