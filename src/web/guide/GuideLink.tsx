import { Link } from '@tanstack/react-router';

interface GuideLinkProps {
  readonly page:
    | 'start'
    | 'designing'
    | 'reading-results'
    | 'annotators'
    | 'security'
    | 'operating';
  readonly children: string;
}

/** Opens a page of the guide in a new tab. */
export function GuideLink({ page, children }: GuideLinkProps) {
  return (
    <Link to="/docs/$page" params={{ page }} target="_blank">
      {children}
    </Link>
  );
}
