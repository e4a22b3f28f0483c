import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '../../src/contract/fields.ts';
import { makeBase, makeMember, makeVariant } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { ALLOW_LOOPBACK, SPEAKING } from '../support/generation.ts';
import { answerChat, makeProvider } from '../support/providers.ts';
import { UNKNOWN_ID } from '../support/requests.ts';
import { startTarget } from '../support/target-server.ts';

onEachEngine(
  (server) => {
    /** An app with a variant of each of these parameters, and a provider. */
    const makeTrial = async (base_url: string, parameters: readonly JsonObject[]) => {
      const { owner } = server();
      const { app_id, base_id } = await makeBase(owner);
      const { id: provider_id } = await makeProvider(owner, { base_url });
      const variantIds: string[] = [];
      for (const one of parameters) {
        const { variant_id } = await makeVariant(owner, { base_id });
        const body = { parameters: one };
        await owner.updateVariantParameters({ parameters: { variant_id }, body });
        variantIds.push(variant_id);
      }
      const sources = variantIds.map((variant_id) => ({
        variant_id,
        kind: 'provider' as const,
        provider_id,
      }));
      return {
        parameters: { app_id },
        body: { sources, row: { question: 'why?' } },
      };
    };

    describe('tryVariants', () => {
      test('200 with an output or an error of each variant, and stores nothing', async (t) => {
        const { owner } = server();
        const target = await startTarget(answerChat);
        t.after(target.close);
        const asking = { model: 'm', prompt_user: '{{other}}' };
        const trial = await makeTrial(target.url, [SPEAKING, asking, {}]);
        const [spoken, unfilled, empty] = await owner.tryVariants(trial);
        const { latency_ms, ...answered } = spoken?.result ?? { latency_ms: 0 };
        assert.ok(latency_ms >= 0);
        assert.deepEqual(answered, { ok: true, output: 'OK', error: null });
        assert.equal(spoken?.variant_id, trial.body.sources[0]?.variant_id);
        assert.equal(unfilled?.result.error?.code, 'template_variable_missing');
        assert.match(unfilled?.result.error?.message ?? '', /"other"/);
        assert.equal(empty?.result.error?.code, 'template_invalid');
        assert.equal(target.requests().length, 1);
        const { app_id } = trial.parameters;
        assert.deepEqual(await owner.listHumanEvaluations({ query: { app_id } }), []);
      });

      test('200 with an error for a base without an address', async () => {
        const { parameters, body } = await makeTrial('https://models.example', [SPEAKING]);
        const variant_id = body.sources[0]?.variant_id ?? '';
        const sources = [{ variant_id, kind: 'base' as const }];
        const [first] = await server().owner.tryVariants({
          parameters,
          body: { ...body, sources },
        });
        assert.equal(first?.result.error?.code, 'source_missing');
      });

      test('403 without the permission to generate outputs', async () => {
        const trial = await makeTrial('https://models.example', [SPEAKING]);
        const { client } = await makeMember(server(), ['evaluator']);
        expectProblem(await client.reply.tryVariants(trial), 'forbidden');
      });

      test('404 for an unknown app, variant or provider, or a variant of another app', async () => {
        const { owner } = server();
        const { parameters, body } = await makeTrial('https://models.example', [SPEAKING]);
        const [source] = body.sources;
        const send = (changed: object) =>
          owner.reply.tryVariants({
            parameters,
            body: {
              ...body,
              sources: [{ kind: 'provider', variant_id: '', ...source, ...changed }],
            },
          });
        const elsewhere = { parameters: { app_id: UNKNOWN_ID }, body };
        expectProblem(await owner.reply.tryVariants(elsewhere), 'app_not_found');
        expectProblem(await send({ variant_id: UNKNOWN_ID }), 'variant_not_found');
        const other = await makeTrial('https://models.example', [SPEAKING]);
        const foreign = other.body.sources[0]?.variant_id;
        expectProblem(await send({ variant_id: foreign }), 'variant_not_found');
        expectProblem(await send({ provider_id: UNKNOWN_ID }), 'provider_not_found');
      });

      test('422 for imported outputs, which no call generates', async () => {
        const { owner } = server();
        const { parameters, body } = await makeTrial('https://models.example', [SPEAKING]);
        const [source] = body.sources;
        const imported = [{ variant_id: source?.variant_id ?? '', kind: 'import' as const }];
        const refused = await owner.reply.tryVariants({
          parameters,
          body: { ...body, sources: imported },
        });
        expectInvalid(refused, { loc: ['body', 'sources', 0, 'kind'], type: 'value_error' });
      });
    });
  },
  { environment: ALLOW_LOOPBACK },
);
