import { useEffect, useState } from 'react';

/**
 * The part of the URL after `#`: browsers never send it, so links carry secrets there. Follows a
 * second link that the user opens in the same tab, which loads no new page. The router's own
 * navigations fire no `hashchange`, so the page keeps its fragment while the next page loads.
 */
export function useFragment(): URLSearchParams {
  const [hash, setHash] = useState(() => location.hash);
  useEffect(() => {
    const follow = () => setHash(location.hash);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return new URLSearchParams(hash.slice(1));
}
