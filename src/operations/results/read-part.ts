import type { Queryable } from '../../storage/database.ts';
import { type AnnotatorRange, writeStudyLines } from '../../storage/study-rows.ts';
import type { AnnotatorLines, StudyQuestions } from './study-columns.ts';

/** Judgements of one annotator that are read together. */
export interface StudyPart {
  readonly workspaceId: string;
  readonly range: AnnotatorRange;
  readonly annotator: number;
  readonly questions: StudyQuestions;
}

export async function readPart(db: Queryable, part: StudyPart): Promise<AnnotatorLines> {
  const { workspaceId, range, annotator, questions } = part;
  return { questions, annotator, lines: await writeStudyLines(db, workspaceId, range) };
}
