import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Profile } from '../../src/contract/identity/profile.ts';
import type { Brief } from '../../src/web/judging/brief.ts';
import { findKeptTasks, keepTasks } from '../../src/web/judging/kept-tasks.ts';
import { makeKeptTexts } from './support/kept-texts.ts';

const EVALUATION = 'evaluation';

function profile(username: string, email: string): Profile {
  const created = '2026-11-18T00:00:00.000Z';
  return {
    id: username,
    uid: username,
    username,
    email,
    created_at: created,
    updated_at: created,
  };
}

const brief: Brief = {
  evaluation_id: EVALUATION,
  annotator_id: 'annotator',
  organization_name: 'Organization',
  evaluation_type: 'human_a_b_testing',
  open: true,
  allow_tie: true,
  allow_both_bad: true,
  score_min: 1,
  score_max: 5,
  criteria: [],
  guidelines: '',
  guidelines_version: 1,
  presentation: 'auto',
  progress: { judged: 0, skipped: 0, remaining: 9 },
};

const member = profile('member', 'member@jurybox.test');
const first = profile('first guest', '');
const last = profile('last guest', '');

/** Tasks of annotators who used the browser one after the other. */
function keptBy(...annotators: readonly Profile[]) {
  const storage = makeKeptTexts();
  annotators.forEach((annotator, index) => {
    keepTasks(storage, { annotator, brief, tasks: [], judged: index, total: 9 }, index + 1);
  });
  return storage;
}

describe('findKeptTasks', () => {
  const plain = { evaluationId: EVALUATION, annotatorId: undefined, hasLink: false };

  test('finds the tasks of the member at an address without a guest, despite a later guest', () => {
    assert.equal(findKeptTasks(keptBy(member, last), plain)?.annotator.id, member.id);
  });

  test('finds nothing for a member if only a guest has tasks', () => {
    assert.equal(findKeptTasks(keptBy(last), plain), undefined);
  });

  test('finds the tasks of the last guest at an address with a link, despite a later member', () => {
    const kept = findKeptTasks(keptBy(first, last, member), { ...plain, hasLink: true });
    assert.equal(kept?.annotator.id, last.id);
  });

  test('finds the tasks of the guest named in the address', () => {
    const kept = findKeptTasks(keptBy(first, last), { ...plain, annotatorId: first.id });
    assert.equal(kept?.annotator.id, first.id);
  });

  test('finds nothing for another evaluation', () => {
    assert.equal(findKeptTasks(keptBy(member), { ...plain, evaluationId: 'other' }), undefined);
  });
});
