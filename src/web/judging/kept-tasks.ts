import type { Profile } from '../../contract/identity/profile.ts';
import type { KeptTexts } from '../browser-storage.ts';
import type { Brief } from './brief.ts';
import { isPlaceOf, type JudgePlace } from './judge-place.ts';
import type { JudgeState, Task } from './judge-state.ts';

/** Tasks fetched ahead, kept in the browser: a reload without a connection continues with them. */
export interface KeptTasks extends Pick<JudgeState, 'tasks' | 'judged' | 'total'> {
  readonly annotator: Profile;
  readonly brief: Brief;
}

/** Stored apart, because it is long and changes rarely. */
type Opening = Pick<KeptTasks, 'annotator' | 'brief'>;

interface Progress extends Pick<KeptTasks, 'judged' | 'total'> {
  readonly keptAt: number;
  /** Ids of the tasks, in their order. */
  readonly order: readonly string[];
}

const ROOT = 'jurybox.tasks/';

/** For all tasks of an evaluation: unsent judgements need the browser's storage more. */
const MAX_CHARACTERS = 300_000;

const MAX_EVALUATIONS = 3;

/** Each task has its own key, so a judgement removes one text and rewrites no long one. */
export function keepTasks(storage: KeptTexts, kept: KeptTasks, now: number): void {
  const prefix = prefixOf(kept.annotator.id, kept.brief.evaluation_id);
  const texts = new Map(withinBudget(kept.tasks));
  const keptKeys = storage.keys().filter((key) => key.startsWith(`${prefix}task/`));
  for (const key of keptKeys) if (!texts.has(idIn(key))) storage.removeItem(key);
  for (const [id, text] of texts) write(storage, `${prefix}task/${id}`, text);
  const opening: Opening = { annotator: kept.annotator, brief: kept.brief };
  write(storage, `${prefix}opening`, JSON.stringify(opening));
  const { judged, total } = kept;
  const progress: Progress = { judged, total, keptAt: now, order: [...texts.keys()] };
  write(storage, `${prefix}place`, JSON.stringify(progress));
  for (const older of listPrefixes(storage).slice(MAX_EVALUATIONS)) removeUnder(storage, older);
}

/** The tasks kept for a page's annotator; if several match, those kept last. */
export function findKeptTasks(storage: KeptTexts, place: JudgePlace): KeptTasks | undefined {
  return listPrefixes(storage)
    .filter((prefix) => prefix.endsWith(`/${place.evaluationId}/`))
    .map((prefix) => readKept(storage, prefix))
    .find((kept) => kept !== undefined && isPlaceOf(place, kept.annotator));
}

function readKept(storage: KeptTexts, prefix: string): KeptTasks | undefined {
  const opening = read<Opening>(storage, `${prefix}opening`);
  const progress = read<Progress>(storage, `${prefix}place`);
  if (opening === undefined || progress === undefined) return undefined;
  const tasks = progress.order.flatMap((id) => read<Task>(storage, `${prefix}task/${id}`) ?? []);
  return { ...opening, judged: progress.judged, total: progress.total, tasks };
}

/** For an evaluation that has no tasks left for its annotator. */
export function removeKeptTasks(
  storage: KeptTexts,
  { evaluationId, annotatorId }: { evaluationId: string; annotatorId: string },
): void {
  removeUnder(storage, prefixOf(annotatorId, evaluationId));
}

/** For a user who signs out: the next user of this browser must not find their tasks. */
export function removeTasksOf(storage: KeptTexts, annotatorId: string): void {
  removeUnder(storage, `${ROOT}${annotatorId}/`);
}

function withinBudget(tasks: readonly Task[]): readonly [string, string][] {
  let characters = 0;
  return tasks
    .map((task): [string, string] => [task.assignment.id, JSON.stringify(task)])
    .filter(([, text]) => {
      characters += text.length;
      return characters <= MAX_CHARACTERS;
    });
}

/** The most recently used first. */
function listPrefixes(storage: KeptTexts): readonly string[] {
  return storage
    .keys()
    .filter((key) => key.startsWith(ROOT) && key.endsWith('/place'))
    .map((key) => ({ key, keptAt: read<Progress>(storage, key)?.keptAt ?? 0 }))
    .toSorted((one, other) => other.keptAt - one.keptAt)
    .map(({ key }) => key.slice(0, -'place'.length));
}

function prefixOf(annotatorId: string, evaluationId: string): string {
  return `${ROOT}${annotatorId}/${evaluationId}/`;
}

function idIn(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

function removeUnder(storage: KeptTexts, prefix: string): void {
  for (const key of storage.keys()) if (key.startsWith(prefix)) storage.removeItem(key);
}

function write(storage: KeptTexts, key: string, text: string): void {
  if (storage.getItem(key) !== text) storage.setItem(key, text);
}

function read<Value>(storage: KeptTexts, key: string): Value | undefined {
  const text = storage.getItem(key);
  return text === null ? undefined : (JSON.parse(text) as Value); // Only this file writes here.
}
