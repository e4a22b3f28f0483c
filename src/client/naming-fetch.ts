/** In answers about a workspace, and in requests about what it holds. */
const HEADER = 'jurybox-workspace';
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/**
 * Names the workspace in each request about something whose workspace an earlier answer has named. A
 * database that is spread over several servers then asks one of them, instead of all.
 */
export function namingFetch(
  subjectOf: (path: string) => string | undefined,
  request: typeof fetch = (...call) => fetch(...call),
): typeof fetch {
  const workspaces = new Map<string, string>();
  return async (address, init) => {
    const url = address instanceof Request ? address.url : address;
    const subject = subjectOf(new URL(url, 'http://any.test').pathname);
    if (subject === undefined) return request(address, init);
    const headers = new Headers(init?.headers);
    const known = workspaces.get(subject);
    if (known !== undefined) headers.set(HEADER, known);
    const answer = await request(address, { ...init, headers });
    const told = answer.headers.get(HEADER);
    if (told !== null) workspaces.set(subject, told);
    return answer;
  };
}

/** The first thing that a path names, which stays in its workspace; an organization has several. */
export function firstIdIn(path: string): string | undefined {
  return path.includes('/organizations/') ? undefined : ID.exec(path)?.[0];
}
