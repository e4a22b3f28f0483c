import { PAGE_QUERY } from './fields.ts';
import { Type } from './type.ts';

/** Query of lists that the original did not have: they always page. */
export const PageOfNewList = {
  ...PAGE_QUERY,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
} as const;
