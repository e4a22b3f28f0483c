/** Names a workspace, in requests and answers about something in it. */
const HEADER = 'jurybox-workspace';
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/**
 * Names the workspace in each request about a subject whose workspace an earlier answer has named.
 * A distributed database then queries one of its servers instead of all.
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
    const workspace = workspaces.get(subject);
    if (workspace !== undefined) headers.set(HEADER, workspace);
    const answer = await request(address, { ...init, headers });
    const answeredWorkspace = answer.headers.get(HEADER);
    if (answeredWorkspace !== null) workspaces.set(subject, answeredWorkspace);
    return answer;
  };
}

/** The first id in a path, whose object never changes its workspace; organizations have several. */
export function firstIdIn(path: string): string | undefined {
  return path.includes('/organizations/') ? undefined : ID.exec(path)?.[0];
}
