import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Assignment } from '../../src/contract/judging/assignments.ts';
import {
  BEGINNING,
  type JudgeEvent,
  type JudgeState,
  type Received,
  reduceJudging,
} from '../../src/web/judging/judge-state.ts';

const assignment = (id: string): Assignment => ({
  id,
  evaluation_id: 'evaluation',
  status: 'open',
  lease_expires_at: null,
  inputs: [],
  correct_answer: '',
  slots: [],
  flag: null,
  skip_reason: null,
  judgement: null,
});

const received = (ids: readonly string[], part: Partial<Received> = {}): JudgeEvent => ({
  kind: 'received',
  reply: {
    assignments: ids.map(assignment),
    progress: { judged: 0 },
    kept: [],
    uncounted: [],
    pending: 0,
    ...part,
  },
});

const judged = { kind: 'judged', submission: { outcome: 'tie', time_taken_ms: 900 } } as const;

const after = (...events: readonly JudgeEvent[]): JudgeState =>
  events.reduce(reduceJudging, BEGINNING);

const shown = ({ tasks }: JudgeState) => tasks.map((task) => task.assignment.id);

describe('reduceJudging', () => {
  test('shows the first task as soon as tasks arrive', () => {
    const state = after(received(['a', 'b', 'c']));
    assert.equal(state.phase, 'judging');
    assert.deepEqual(shown(state), ['a', 'b', 'c']);
    assert.equal(state.total, 3);
  });

  test('moves on with a judgement, and counts it with its time', () => {
    const state = after(received(['a', 'b', 'c']), judged);
    assert.deepEqual(shown(state), ['b', 'c']);
    assert.deepEqual([state.judged, state.timesMs], [1, [900]]);
  });

  test('waits when all tasks are judged and more may come; otherwise is done', () => {
    assert.equal(after(received(['a', 'b', 'c']), judged, judged, judged).phase, 'waiting');
    assert.equal(after(received([])).phase, 'done');
    assert.equal(after(received([], { pending: 1 })).phase, 'waiting');
  });

  test('does not repeat a task that is on the screen or in the outbox', () => {
    const kept = [{ kind: 'skip', assignmentId: 'a' } as const];
    const state = after(
      received(['a', 'b', 'c']),
      { kind: 'skipped' },
      received(['a', 'b', 'd'], { kept }),
    );
    assert.deepEqual(shown(state), ['b', 'c', 'd']);
  });

  test('counts judgements that the server does not know yet', () => {
    const uncounted = [{ kind: 'judge', assignmentId: 'x', submission: {} } as const];
    const state = after(received(['a'], { uncounted, progress: { judged: 4 } }));
    assert.deepEqual([state.judged, state.total], [5, 6]);
  });

  test('shows the whole share from the start, and keeps it while tasks come and go', () => {
    const progress = { judged: 0, skipped: 0, remaining: 10_000 };
    const counted = { kind: 'share counted', progress } as const;
    const begun = after(counted, received(['a', 'b', 'c']), judged);
    assert.deepEqual([begun.judged, begun.total], [1, 10_000]);
    const fewer = { ...progress, remaining: 9_000 };
    const later = reduceJudging(begun, { kind: 'share counted', progress: fewer });
    assert.equal(later.total, 9_000);
    assert.equal(reduceJudging(later, received(['d'])).total, 9_000);
  });

  test('ends with the number judged, even if others took tasks', () => {
    const progress = { judged: 0, skipped: 0, remaining: 50 };
    const state = after(
      { kind: 'share counted', progress },
      received(['a', 'b']),
      judged,
      judged,
      received([], { progress: { judged: 2 } }),
    );
    assert.deepEqual([state.phase, state.judged, state.total], ['done', 2, 2]);
  });

  test('brings a judged task back with its judgement and no longer counts it', () => {
    const before = after(received(['a', 'b', 'c']), judged);
    const step = before.steps.at(-1);
    assert.ok(step);
    const forgotten = reduceJudging(before, { kind: 'forgotten' });
    const state = reduceJudging(forgotten, { kind: 'undone', step });
    assert.deepEqual(shown(state), ['a', 'b', 'c']);
    assert.deepEqual(state.tasks[0]?.previous, judged.submission);
    assert.deepEqual([state.judged, state.steps], [0, []]);
  });

  test('sets skipped tasks aside when they return, until they are revisited', () => {
    const aside = after(received(['a']), { kind: 'skipped' }, received(['a']));
    assert.deepEqual([aside.phase, shown(aside), aside.setAside.length], ['done', [], 1]);
    const state = reduceJudging(aside, { kind: 'revisited' });
    assert.deepEqual([state.phase, shown(state), state.setAside], ['judging', ['a'], []]);
  });

  test('counts a skipped task once if it came back and its skip is undone', () => {
    const aside = after(received(['a', 'b']), { kind: 'skipped' }, received(['a']));
    const step = aside.steps.at(-1);
    assert.ok(step);
    const state = reduceJudging(aside, { kind: 'undone', step });
    assert.deepEqual([shown(state), state.setAside, state.total], [['a', 'b'], [], 2]);
  });

  test('marks the task on the screen as flagged, and keeps it there', () => {
    const flag = { kind: 'flagged', assignmentId: 'a', reason: 'no input' } as const;
    const state = after(received(['a', 'b']), flag);
    assert.deepEqual(shown(state), ['a', 'b']);
    assert.equal(state.tasks[0]?.assignment.flag, 'no input');
  });

  test('drops a task judged in another tab, and the step that could undo it here', () => {
    const message = { kind: 'judge', assignmentId: 'b', submission: {} } as const;
    const state = after(received(['a', 'b', 'c']), { kind: 'done in another tab', message });
    assert.deepEqual([shown(state), state.judged], [['a', 'c'], 1]);
    const undone = after(received(['a']), judged, {
      kind: 'done in another tab',
      message: { kind: 'withdraw', assignmentId: 'a' },
    });
    assert.deepEqual([undone.judged, undone.steps], [0, []]);
  });

  test('shows no task of a closed evaluation, nor to a barred annotator', () => {
    const error = new Error('removed');
    const closed = after(received(['a']), { kind: 'refused', why: 'closed', error });
    assert.deepEqual([closed.phase, shown(closed), closed.barrier], ['closed', [], null]);
    const barred = after(received(['a']), { kind: 'refused', why: 'barred', error });
    assert.deepEqual([barred.phase, barred.barrier], ['barred', error]);
    assert.equal(reduceJudging(barred, { kind: 'looked again' }).phase, 'waiting');
  });

  test('ignores keys while there is no task', () => {
    for (const event of [
      judged,
      { kind: 'skipped' },
      { kind: 'flagged', assignmentId: 'a', reason: 'x' },
    ] as const) {
      assert.equal(reduceJudging(BEGINNING, event), BEGINNING);
    }
  });
});
