import type { Output } from '../../contract/api.ts';
import type { JsonObject, JsonValue } from '../../contract/fields.ts';
import { composeChatCall } from '../../domain/outputs/compose-chat-call.ts';
import { strings } from '../strings.ts';
import { namesInPrompts } from './names-in-prompts.ts';
import type { SourceDraft } from './source-draft.ts';

/** Why no output of a variant can be made. */
export interface SourceFault {
  readonly text: string;
  /** An app fills in its prompts itself, so a name without an input may be no fault there. */
  readonly isCertain: boolean;
}

type Variant = Output<'listAppVariants'>[number];

/** What outputs are made with. */
export interface SourceGround {
  readonly inputs: readonly string[];
  /** Of the test set. */
  readonly columns: readonly string[];
  /** Undefined while they are loaded. */
  readonly providerIds: readonly string[] | undefined;
}

export function sourceFault(
  { uri, parameters }: Pick<Variant, 'uri' | 'parameters'>,
  source: SourceDraft,
  ground: SourceGround,
): SourceFault | undefined {
  const texts = strings.outputs.faults;
  if (source === 'import') return undefined;
  if (source === 'base') {
    if (uri === null) return { text: texts.noAddress, isCertain: true };
    const text = unfilledName(parameters, ground);
    return text === undefined ? undefined : { text, isCertain: false };
  }
  const { providerIds } = ground;
  if (providerIds?.every((id) => source !== `provider/${id}`) === true) {
    return { text: texts.providerGone, isCertain: true };
  }
  if (parameters === null) return undefined;
  const text = promptFault(parameters, ground);
  return text === undefined ? undefined : { text, isCertain: true };
}

/** What would stop every call to a provider, by the rule that composes calls. */
function promptFault(parameters: JsonObject, ground: SourceGround): string | undefined {
  const inputs = ground.inputs.map((input_name) => ({ input_name, input_value: '' }));
  const composed = composeChatCall(parameters, inputs);
  if (!('fault' in composed)) return undefined;
  const { code, message } = composed.fault;
  const { prompt_system = null, prompt_user = null, messages = null } = parameters;
  const unfilled =
    code === 'template_variable_missing'
      ? unfilledName([prompt_system, prompt_user, messages], ground)
      : undefined;
  return unfilled ?? message;
}

/** A sentence about the first variable of the prompts that no input fills in. */
function unfilledName(prompts: JsonValue, { inputs, columns }: SourceGround): string | undefined {
  const texts = strings.outputs.faults;
  const name = namesInPrompts(prompts).find((one) => !isAmong(inputs, one));
  if (name === undefined) return undefined;
  return isAmong(columns, name) ? texts.notTicked(name) : texts.noColumn(name);
}

function isAmong(columns: readonly string[], name: string): boolean {
  return columns.some((column) => column.trim() === name);
}
