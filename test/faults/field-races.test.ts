import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { ApiReply, Client } from '../../src/client/client.ts';
import { makeApp, makeBase, makeMember, makeVariant, unique } from '../support/builders.ts';
import { rounds } from '../support/effort.ts';
import { onEachEngine } from '../support/engines.ts';
import { makeHumanEvaluation } from '../support/evaluations.ts';
import { makeProvider } from '../support/providers.ts';
import { makeTestset } from '../support/testsets.ts';

const ROUNDS = rounds({ short: 5, long: 20 });

type Fields = Readonly<Record<string, unknown>>;

/** Something whose fields can be changed one by one. */
interface Changeable {
  readonly change: (fields: Fields) => Promise<ApiReply<unknown>>;
  readonly read: () => Promise<Fields>;
}

interface Subject {
  readonly make: (owner: Client) => Promise<Changeable>;
  /** A new value of each field, different in every round. */
  readonly values: Readonly<Record<string, (round: number) => unknown>>;
}

const text = () => unique('raced');

/** Every operation that changes only the fields it is sent. */
const SUBJECTS: Readonly<Record<string, Subject>> = {
  renameVariant: {
    make: async (owner) => {
      const { variant_id } = await makeVariant(owner);
      const parameters = { variant_id };
      return {
        change: (body) => owner.reply.renameVariant({ parameters, body }),
        read: () => owner.fetchVariant({ parameters }),
      };
    },
    values: { variant_name: text, config_name: text },
  },
  updateBase: {
    make: async (owner) => {
      const { base_id } = await makeBase(owner);
      const parameters = { base_id };
      return {
        change: (body) => owner.reply.updateBase({ parameters, body }),
        read: () => owner.fetchBase({ parameters }),
      };
    },
    values: {
      base_name: text,
      uri: (round) => (round % 2 === 0 ? null : `https://models.example/${round}`),
    },
  },
  updateOrganization: {
    make: async (owner) => {
      const parameters = { org_id: (await owner.fetchOwnOrganization()).id };
      return {
        change: (body) => owner.reply.updateOrganization({ parameters, body }),
        read: () => owner.fetchOrganization({ parameters }),
      };
    },
    values: { name: text, description: text },
  },
  updateWorkspace: {
    make: async (owner) => {
      const { id: org_id } = await owner.fetchOwnOrganization();
      const full = () => owner.fetchOrganization({ parameters: { org_id } });
      const { default_workspace: workspace_id } = await full();
      return {
        change: (body) =>
          owner.reply.updateWorkspace({ parameters: { org_id, workspace_id }, body }),
        read: async () => (await full()).workspaces.find(({ id }) => id === workspace_id) ?? {},
      };
    },
    values: { name: text, description: text },
  },
  updateProvider: {
    make: async (owner) => {
      const { id: provider_id } = await makeProvider(owner);
      const parameters = { provider_id };
      return {
        change: (body) => owner.reply.updateProvider({ parameters, body }),
        read: () => owner.fetchProvider({ parameters }),
      };
    },
    values: {
      name: text,
      base_url: (round) => `https://models.example/v${round}`,
      max_concurrent: (round) => 1 + round,
      requests_per_minute: (round) => (round % 2 === 0 ? null : round),
    },
  },
  updateEvaluationSettings: {
    make: async (owner) => {
      const { evaluation_id } = await makeHumanEvaluation(owner);
      const parameters = { evaluation_id };
      return {
        change: (body) => owner.reply.updateEvaluationSettings({ parameters, body, ifMatch: '*' }),
        read: () => owner.fetchEvaluationSettings({ parameters }),
      };
    },
    values: {
      guidelines: text,
      judgements_per_task: (round) => 1 + (round % 20),
      presentation: (round) => (round % 2 === 0 ? 'json' : 'markdown'),
      blind: (round) => round % 2 === 0,
    },
  },
};

onEachEngine((server) => {
  for (const [operationId, { make, values }] of Object.entries(SUBJECTS)) {
    describe(`simultaneous calls of ${operationId}`, () => {
      for (const [first, second] of pairsOf(Object.keys(values))) {
        test(`keep both ${first} and ${second}`, async () => {
          const { change, read } = await make(server().owner);
          const lost: Fields[] = [];
          for (let round = 1; round <= ROUNDS; round += 1) {
            const sent = { [first]: values[first]?.(round), [second]: values[second]?.(round) };
            const replies = await Promise.all(
              [first, second].map((name) => change({ [name]: sent[name] })),
            );
            for (const { status, body } of replies) assert.equal(status, 200, JSON.stringify(body));
            const stored = await read();
            const kept = { [first]: stored[first], [second]: stored[second] };
            if (JSON.stringify(kept) !== JSON.stringify(sent)) lost.push({ round, sent, kept });
          }
          assert.deepEqual(lost, []);
        });
      }
    });
  }

  describe('simultaneous calls of renameApp', () => {
    test('keep the name when the other one sends nothing', async () => {
      const { owner } = server();
      const { app_id } = await makeApp(owner);
      const lost: unknown[] = [];
      for (let round = 1; round <= ROUNDS; round += 1) {
        const app_name = unique('raced');
        await Promise.all([
          owner.renameApp({ parameters: { app_id }, body: { app_name } }),
          owner.renameApp({ parameters: { app_id }, body: {} }),
        ]);
        const stored = await owner.fetchApp({ parameters: { app_id } });
        if (stored.app_name !== app_name) lost.push({ round, app_name, stored });
      }
      assert.deepEqual(lost, []);
    });
  });

  describe('simultaneous calls of updateTestset', () => {
    test('keep the name and rows of the same call, even if one sends the current rows', async () => {
      const { owner } = server();
      const { testset_id } = await makeTestset(owner);
      const parameters = { testset_id };
      const mixed: unknown[] = [];
      for (let round = 1; round <= ROUNDS * 3; round += 1) {
        const { csvdata } = await owner.fetchTestset({ parameters });
        const sent = [
          { name: unique('same rows'), csvdata: [...csvdata] },
          { name: unique('new rows'), csvdata: [{ question: `round ${round}` }] },
        ];
        await Promise.all(sent.map((body) => owner.updateTestset({ parameters, body })));
        const stored = await owner.fetchTestset({ parameters });
        const kept = { name: stored.name, csvdata: stored.csvdata };
        if (!sent.some((one) => isDeepStrictEqual(one, kept))) mixed.push({ round, sent, kept });
      }
      assert.deepEqual(mixed, []);
    });
  });

  describe('simultaneous calls of changePassword', () => {
    test('change it once: the current password of the other one is outdated', async () => {
      const member = await makeMember(server(), ['viewer']);
      const current_password = 'another long passphrase';
      const newPasswords = ['the first new passphrase', 'the second new passphrase'];
      const replies = await Promise.all(
        newPasswords.map((new_password) =>
          member.browser.reply.changePassword({ body: { current_password, new_password } }),
        ),
      );
      const statuses = replies.map(({ status }) => status);
      assert.deepEqual(new Set(statuses), new Set([204, 422]));
      const password = newPasswords[statuses.indexOf(204)] ?? '';
      await server()
        .client()
        .logIn({ body: { email: member.email, password } });
    });
  });
});

function pairsOf(names: readonly string[]): (readonly [string, string])[] {
  return names.flatMap((first, index) =>
    names.slice(index + 1).map((second) => [first, second] as const),
  );
}
