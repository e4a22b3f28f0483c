import { type Client, createClient } from '../src/client/client.ts';

export interface Guest {
  readonly id: string;
  readonly client: Client;
  /** The same guest at another process of the service. */
  readonly at: (baseUrl: string) => Client;
}

export interface GuestLink {
  readonly baseUrl: string;
  /** The link, which the service shows only once. */
  readonly url: string;
}

/** Judges the next task of an evaluation: its first output is better. */
export async function judgeNext(client: Client, evaluationId: string): Promise<void> {
  const parameters = { evaluation_id: evaluationId };
  const { assignments } = await client.takeAssignments({ parameters });
  const [task] = assignments;
  if (task === undefined) throw new Error('No task is left.');
  const body = { outcome: task.slots[0]?.slot_id ?? '' };
  await client.submitJudgement({ parameters: { assignment_id: task.id }, body });
}

/** Lets guests join an evaluation by its link. */
export async function joinAsGuests(
  { baseUrl, url }: GuestLink,
  count: number,
): Promise<readonly Guest[]> {
  const token = url.split('token=')[1] ?? '';
  const guests: Guest[] = [];
  while (guests.length < count) {
    const joined = await createClient({ baseUrl }).reply.exchangeInvitation({
      body: { token, username: `guest ${guests.length}` },
    });
    const cookie = (joined.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    const at = (address: string) => createClient({ baseUrl: address, headers });
    guests.push({ id: joined.body.profile.id, client: at(baseUrl), at });
  }
  return guests;
}
