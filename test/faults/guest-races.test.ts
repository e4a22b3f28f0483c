import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { createMigratedDatabase } from '../support/databases.ts';
import { rounds } from '../support/effort.ts';
import { makeHumanEvaluation } from '../support/evaluations.ts';
import { figure } from '../support/figure.ts';
import { type MadeLink, makeLink } from '../support/guests.ts';
import { ParkedConnection, releaseTogether } from '../support/race-barrier.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const ROUNDS = rounds({ short: 15, long: 60 });
const RACERS = 16;

describe('sixteen people who follow one link at the same moment, on two servers', () => {
  let servers: ServerProcess[] = [];
  let connections: ParkedConnection[] = [];
  let database: pg.Client;
  let evaluationId = '';

  before(async () => {
    const databaseUrl = await createMigratedDatabase();
    servers = [
      await startServerProcess({ databaseUrl }),
      await startServerProcess({ databaseUrl }),
    ];
    connections = await Promise.all(
      Array.from({ length: RACERS }, (_, index) =>
        ParkedConnection.open(servers[index % servers.length]?.url ?? ''),
      ),
    );
    database = new pg.Client(databaseUrl);
    await database.connect();
    evaluationId = (await makeHumanEvaluation(owner(0))).evaluation_id;
  });
  after(async () => {
    for (const connection of connections) connection.close();
    await database.end();
    await Promise.all(servers.map((server) => server.kill()));
  });

  const owner = (round: number) => {
    const server = servers[round % servers.length];
    if (server === undefined) throw new Error('The servers run only while tests run.');
    return server.owner;
  };

  const follow = ({ token }: MadeLink) =>
    releaseTogether(connections, (index) => ({
      method: 'POST',
      path: '/api/auth/invitations/exchange',
      body: { token, username: `racer ${index}` },
    }));

  const stored = async ({ id }: MadeLink): Promise<unknown> => {
    const { rows } = await database.query(
      `SELECT i.used, COUNT(g.id)::int AS guests,
         COUNT(g.id) FILTER (WHERE g.valid_until > 0)::int AS sessions
       FROM annotator_invitations i LEFT JOIN guests g ON g.invitation_id = i.id
       WHERE i.id = $1 GROUP BY i.used`,
      [id],
    );
    return rows[0];
  };

  test('are let in exactly as often as the link has uses left', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const uses = round % 2 === 0 ? 1 : 5;
      const link = await makeLink(owner(round), { evaluationId, max_uses: uses });
      const replies = await follow(link);
      const statuses = replies.map(({ status }) => status);
      assert.equal(statuses.filter((status) => status === 200).length, uses, statuses.join());
      for (const { status, body } of replies) {
        if (status === 200) continue;
        assert.equal(Reflect.get(Object(body), 'code'), 'invitation_invalid');
      }
      assert.deepEqual(await stored(link), { used: uses, guests: uses, sessions: uses });
    }
  });

  test('have no session once the revocation is acknowledged', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const link = await makeLink(owner(round), { evaluationId, max_uses: RACERS });
      const parameters = { evaluation_id: evaluationId, invitation_id: link.id };
      const [replies] = await Promise.all([
        follow(link),
        owner(round).revokeAnnotatorInvitation({ parameters }),
      ]);
      const entered = replies.filter(({ status }) => status === 200).length;
      assert.deepEqual(await stored(link), { used: entered, guests: entered, sessions: 0 });
    }
    figure('G22', `${2 * ROUNDS} races of ${RACERS} for a link, none let in too many`);
  });
});
