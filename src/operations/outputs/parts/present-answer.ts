import type { ProviderTestResult } from '../../../contract/outputs/providers.ts';
import type { SourceAnswer } from '../../../outbound/call-source.ts';

export function presentAnswer(answer: SourceAnswer): ProviderTestResult {
  const latency_ms = answer.latencyMs;
  if (answer.outcome === 'answered') {
    return { ok: true, latency_ms, output: answer.output, error: null };
  }
  const { code, message } = answer;
  return { ok: false, latency_ms, output: null, error: { code, message } };
}
