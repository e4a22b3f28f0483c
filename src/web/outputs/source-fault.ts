import type { Output } from '../../contract/api.ts';
import type { JsonObject, JsonValue } from '../../contract/fields.ts';
import { composeChatCall } from '../../domain/outputs/compose-chat-call.ts';
import { strings } from '../strings.ts';
import { namesInPrompts } from './names-in-prompts.ts';
import type { SourceDraft } from './source-draft.ts';

/** Why a variant's outputs cannot be generated. */
export interface SourceFault {
  readonly text: string;
  /** False for apps: they fill in prompts themselves, so a name without an input may be right. */
  readonly isCertain: boolean;
}

type Variant = Output<'listAppVariants'>[number];

/** What outputs are generated from. */
export interface SourceContext {
  readonly inputs: readonly string[];
  /** The columns of the test set. */
  readonly columns: readonly string[];
  /** Undefined until loaded. */
  readonly providerIds: readonly string[] | undefined;
}

export function sourceFault(
  { uri, parameters }: Pick<Variant, 'uri' | 'parameters'>,
  source: SourceDraft,
  context: SourceContext,
): SourceFault | undefined {
  const texts = strings.outputs.faults;
  if (source === 'import') return undefined;
  if (source === 'base') {
    if (uri === null) return { text: texts.noAddress, isCertain: true };
    const text = unfilledName(parameters, context);
    return text === undefined ? undefined : { text, isCertain: false };
  }
  const { providerIds } = context;
  if (providerIds?.every((id) => source !== `provider/${id}`) === true) {
    return { text: texts.providerGone, isCertain: true };
  }
  if (parameters === null) return undefined;
  const text = promptFault(parameters, context);
  return text === undefined ? undefined : { text, isCertain: true };
}

/** Why every call to a provider would fail, by the rule that composes calls. */
function promptFault(parameters: JsonObject, context: SourceContext): string | undefined {
  const inputs = context.inputs.map((input_name) => ({ input_name, input_value: '' }));
  const composed = composeChatCall(parameters, inputs);
  if (!('fault' in composed)) return undefined;
  const { code, message } = composed.fault;
  const { prompt_system = null, prompt_user = null, messages = null } = parameters;
  const unfilled =
    code === 'template_variable_missing'
      ? unfilledName([prompt_system, prompt_user, messages], context)
      : undefined;
  return unfilled ?? message;
}

/** A sentence about the first variable in the prompts that no input fills. */
function unfilledName(prompts: JsonValue, { inputs, columns }: SourceContext): string | undefined {
  const texts = strings.outputs.faults;
  const name = namesInPrompts(prompts).find((one) => !isAmong(inputs, one));
  if (name === undefined) return undefined;
  return isAmong(columns, name) ? texts.notTicked(name) : texts.noColumn(name);
}

function isAmong(columns: readonly string[], name: string): boolean {
  return columns.some((column) => column.trim() === name);
}
