import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import {
  CommitMessage,
  FreeObject,
  HttpUrl,
  Id,
  Name,
  PAGE_QUERY,
  Reference,
  Timestamp,
} from '../fields.ts';
import { Named } from '../named.ts';
import { Type } from '../type.ts';

/** Bodies with rows are read as streams, up to this size. */
export const TESTSET_BODY_LIMIT = 50 * 1024 * 1024;
export const MAX_ROWS = 100_000;
export const MAX_COLUMNS = 200;

const UPLOAD_TYPES = ['CSV', 'JSON', 'JSONL'] as const;

const MadeTestset = Named('MadeTestset', {
  id: Id,
  _id: Id,
  name: Type.String(),
  created_at: Timestamp,
  revision: Type.Integer({ minimum: 1 }),
});

const ImportedTestset = Named('ImportedTestset', {
  ...MadeTestset.properties,
  row_count: Type.Integer({ minimum: 0 }),
});

export const TestsetSummary = Named('TestsetSummary', {
  _id: Id,
  id: Id,
  name: Type.String(),
  created_at: Timestamp,
  updated_at: Timestamp,
  revision: Type.Integer({ minimum: 1 }),
  row_count: Type.Integer({ minimum: 0 }),
});

export type TestsetSummary = Static<typeof TestsetSummary>;

const Testset = Named('Testset', {
  id: Id,
  _id: Id,
  name: Type.String(),
  csvdata: Type.Array(FreeObject),
  created_at: Timestamp,
  updated_at: Timestamp,
  revision: Type.Integer({ minimum: 1 }),
});

export const TestsetRevision = Named('TestsetRevision', {
  id: Id,
  testset_id: Id,
  revision: Type.Integer({ minimum: 1 }),
  row_count: Type.Integer({ minimum: 0 }),
  columns: Type.Array(Type.String()),
  modified_by: Type.String(),
  commit_message: Type.Union([Type.String(), Type.Null()]),
  created_at: Timestamp,
});

export type TestsetRevision = Static<typeof TestsetRevision>;

/** The body of a test set without its rows, which are read separately. */
export const TestsetNaming = Type.Object({
  name: Name,
  csvdata: Type.Array(Type.Unknown()),
  commit_message: CommitMessage,
});

/** The fields of a form beside its file. */
export const UploadFields = Type.Object({
  upload_type: Type.Optional(Type.Enum([...UPLOAD_TYPES], { format: 'any-case' })),
  testset_name: Type.Optional(Name),
  app_id: Reference,
  delimiter: Type.Optional(Type.Enum([',', ';', '\t', '|'])),
});

export type UploadFields = Static<typeof UploadFields>;

export const ImportFields = Named('TestsetImport', {
  endpoint: HttpUrl,
  testset_name: Name,
  app_id: Reference,
});

export type ImportFields = Static<typeof ImportFields>;

const OneTestset = Type.Object({ testset_id: Reference });
const OneRevision = Type.Object({ testset_id: Reference, revision_number: Type.Integer() });
const Rows = Type.Array(FreeObject);
const TestsetContent = Named('TestsetContent', {
  name: Name,
  csvdata: Rows,
  commit_message: CommitMessage,
});

export const testsetEndpoints = [
  defineEndpoint({
    operationId: 'uploadTestset',
    tag: 'Test sets',
    method: 'POST',
    path: '/testsets/upload',
    summary: 'Create a test set from a CSV, JSON or JSONL file.',
    access: { kind: 'permission', permission: 'create_testset' },
    upload: 'multipart',
    body: Named('TestsetUpload', {
      file: Type.Unsafe<unknown>({
        type: 'string',
        contentMediaType: 'application/octet-stream',
      }),
      ...UploadFields.properties,
    }),
    bodyLimit: TESTSET_BODY_LIMIT,
    response: ImportedTestset,
    status: 200,
    problems: ['app_not_found', 'testset_name_taken', 'invalid_import'],
  }),
  defineEndpoint({
    operationId: 'importTestset',
    tag: 'Test sets',
    method: 'POST',
    path: '/testsets/endpoint',
    summary: 'Create a test set from a JSON array of objects at a public URL.',
    access: { kind: 'permission', permission: 'create_testset' },
    upload: 'form',
    body: ImportFields,
    bodyLimit: 64 * 1024,
    response: ImportedTestset,
    status: 200,
    problems: ['app_not_found', 'testset_name_taken', 'import_failed', 'invalid_import'],
  }),
  defineEndpoint({
    operationId: 'createTestset',
    tag: 'Test sets',
    method: 'POST',
    path: '/testsets/{app_id}',
    summary: 'Create a test set from rows.',
    access: { kind: 'permission', permission: 'create_testset' },
    parameters: Type.Object({ app_id: Reference }),
    upload: 'json',
    body: TestsetContent,
    bodyLimit: TESTSET_BODY_LIMIT,
    response: MadeTestset,
    status: 200,
    problems: ['app_not_found', 'testset_name_taken'],
  }),
  defineEndpoint({
    operationId: 'listTestsets',
    tag: 'Test sets',
    method: 'GET',
    path: '/testsets',
    summary: 'List the test sets of an app.',
    access: { kind: 'permission', permission: 'view_testset' },
    query: Type.Object({ app_id: Reference, ...PAGE_QUERY }),
    response: Type.Array(TestsetSummary),
    status: 200,
    problems: ['app_not_found', 'invalid_cursor'],
    reads: 'much',
    paged: true,
  }),
  defineEndpoint({
    operationId: 'fetchTestset',
    tag: 'Test sets',
    method: 'GET',
    path: '/testsets/{testset_id}',
    summary: 'Fetch a test set with the rows of its current revision.',
    access: { kind: 'permission', permission: 'view_testset' },
    parameters: OneTestset,
    response: Testset,
    status: 200,
    problems: ['testset_not_found'],
    etag: true,
  }),
  defineEndpoint({
    operationId: 'updateTestset',
    tag: 'Test sets',
    method: 'PUT',
    path: '/testsets/{testset_id}',
    summary: 'Replace name and rows of a test set; changed rows create its next revision.',
    access: { kind: 'permission', permission: 'edit_testset' },
    parameters: OneTestset,
    upload: 'json',
    body: TestsetContent,
    bodyLimit: TESTSET_BODY_LIMIT,
    response: Named('ReplacedTestset', {
      status: Type.Literal('success'),
      message: Type.String(),
      _id: Id,
      id: Id,
      revision: Type.Integer({ minimum: 1 }),
    }),
    status: 200,
    problems: ['testset_not_found', 'testset_name_taken', 'revision_conflict'],
    etag: true,
    ifMatch: 'optional',
  }),
  defineEndpoint({
    operationId: 'listTestsetRevisions',
    tag: 'Test sets',
    method: 'GET',
    path: '/testsets/{testset_id}/revisions',
    summary: 'List the revisions of a test set, newest first; 50 per page by default.',
    access: { kind: 'permission', permission: 'view_testset' },
    parameters: OneTestset,
    query: Type.Object({
      ...PAGE_QUERY,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    }),
    response: Type.Array(TestsetRevision),
    status: 200,
    problems: ['testset_not_found', 'invalid_cursor'],
    reads: 'much',
    paged: true,
  }),
  defineEndpoint({
    operationId: 'fetchTestsetRevision',
    tag: 'Test sets',
    method: 'GET',
    path: '/testsets/{testset_id}/revisions/{revision_number}',
    summary: 'Fetch one revision of a test set with its rows.',
    access: { kind: 'permission', permission: 'view_testset' },
    parameters: OneRevision,
    response: Named('TestsetRevisionWithRows', { ...TestsetRevision.properties, csvdata: Rows }),
    status: 200,
    problems: ['testset_not_found', 'revision_not_found'],
    etag: true,
  }),
  defineEndpoint({
    operationId: 'exportTestset',
    tag: 'Test sets',
    method: 'GET',
    path: '/testsets/{testset_id}/export',
    summary: 'Download the rows of a test set as CSV or JSONL.',
    access: { kind: 'permission', permission: 'view_testset' },
    parameters: OneTestset,
    query: Type.Object({
      format: Type.Optional(Type.Enum(['csv', 'jsonl'])),
      revision: Type.Optional(Type.Integer({ minimum: 1 })),
      raw: Type.Optional(Type.Boolean()),
    }),
    response: Type.String(),
    status: 200,
    problems: ['testset_not_found', 'revision_not_found'],
    reads: 'much',
    contentType: 'application/octet-stream',
  }),
  defineEndpoint({
    operationId: 'deleteTestsets',
    tag: 'Test sets',
    method: 'DELETE',
    path: '/testsets',
    summary: 'Delete test sets, all or none.',
    access: { kind: 'permission', permission: 'delete_testset' },
    body: Named('TestsetDeletion', { testset_ids: Type.Array(Reference, { maxItems: 1000 }) }),
    response: Type.Array(Id),
    status: 200,
    problems: ['testset_not_found', 'in_use'],
  }),
] as const;
