import { useState } from 'react';

/** The part of the address after `#`: browsers never send it, so links carry secrets there. */
export function useFragment(): URLSearchParams {
  const [fragment] = useState(() => new URLSearchParams(location.hash.slice(1)));
  return fragment;
}
