import { useState } from 'react';

/** What stands behind the `#`: secrets of links, which browsers send to nobody. */
export function useFragment(): URLSearchParams {
  const [fragment] = useState(() => new URLSearchParams(location.hash.slice(1)));
  return fragment;
}
