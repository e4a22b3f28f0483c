import type { Base } from '../../../contract/variants/bases.ts';
import { formatTimestamp } from '../../../domain/timestamps.ts';
import type { Base as StoredBase } from '../../../storage/variants/bases.ts';

export function presentBase(base: StoredBase): Base {
  return {
    base_id: base.id,
    base_name: base.name,
    app_id: base.appId,
    uri: base.uri,
    created_at: formatTimestamp(base.createdAt),
    updated_at: formatTimestamp(base.updatedAt),
  };
}
