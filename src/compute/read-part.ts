import type { Queryable } from '../storage/database.ts';
import { type AnnotatorRange, writeStudyColumns } from '../storage/results/study-rows.ts';
import type { StudyQuestions, WrittenPart } from './study-columns.ts';

/** Judgements of one annotator that are read together. */
export interface StudyPart {
  readonly workspaceId: string;
  readonly range: AnnotatorRange;
  readonly annotator: number;
  readonly questions: StudyQuestions;
}

export async function readPart(db: Queryable, part: StudyPart): Promise<WrittenPart> {
  const { workspaceId, range, annotator, questions } = part;
  return { questions, annotator, columns: await writeStudyColumns(db, workspaceId, range) };
}
