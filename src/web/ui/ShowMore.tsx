import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button } from './Button.tsx';

interface ShowMoreProps {
  readonly pages: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
  >;
  readonly label: string;
}

/** Loads the next page of a list; hidden once the last page is loaded. */
export function ShowMore({ pages, label }: ShowMoreProps) {
  if (!pages.hasNextPage) return null;
  return (
    <div>
      <Button isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {label}
      </Button>
    </div>
  );
}
