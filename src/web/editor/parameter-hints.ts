import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import { type Diagnostic, linter } from '@codemirror/lint';
import type { EditorState, Extension } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import { hintAbout, KNOWN_PARAMETERS } from './known-parameters.ts';

/** Offers the names of known parameters, and warns of values that providers would refuse. */
export const parameterHints: Extension = [
  autocompletion({ override: [offerNames], icons: false }),
  keymap.of(completionKeymap),
  linter(checkValues),
];

const OPTIONS = KNOWN_PARAMETERS.map(({ name, kind, meaning }) => ({
  label: `"${name}"`,
  displayLabel: name,
  detail: kind,
  info: meaning,
  apply: `"${name}": `,
}));

function offerNames(context: CompletionContext): CompletionResult | null {
  const word = context.matchBefore(/"?\w*/);
  if (word === null || (word.text === '' && !context.explicit)) return null;
  if (!isAtName(context.state, word.from)) return null;
  const taken = new Set(propertiesOf(context.state).map(({ name }) => name));
  const options = OPTIONS.filter(({ displayLabel }) => !taken.has(displayLabel));
  return { from: word.from, options, validFor: /^"?\w*$/ };
}

/** Names may begin after the brace or a comma of the outermost object. */
function isAtName(state: EditorState, position: number): boolean {
  const before = state.sliceDoc(0, position).trimEnd().at(-1);
  if (before !== '{' && before !== ',') return false;
  let place: SyntaxNode | null = syntaxTree(state).resolveInner(position, -1);
  while (place !== null && place.name !== 'Object' && place.name !== 'Array') place = place.parent;
  return place?.name === 'Object' && place.parent?.name === 'JsonText';
}

type SyntaxNode = ReturnType<typeof syntaxTree>['topNode'];

interface Property {
  readonly name: string;
  /** Undefined while the text is not JSON. */
  readonly value:
    | { readonly from: number; readonly to: number; readonly json: unknown }
    | undefined;
}

function checkValues({ state }: EditorView): readonly Diagnostic[] {
  return propertiesOf(state).flatMap(({ name, value }) => {
    const message = value && hintAbout(name, value.json);
    if (message === undefined) return [];
    return [{ from: value?.from ?? 0, to: value?.to ?? 0, severity: 'warning', message }];
  });
}

/** The properties of the outermost object, as far as the text can be parsed. */
function propertiesOf(state: EditorState): readonly Property[] {
  const object = syntaxTree(state).topNode.getChild('Object');
  return (object?.getChildren('Property') ?? []).flatMap((property) => {
    const { firstChild, lastChild } = property;
    const name = firstChild && jsonAt(state, firstChild);
    if (typeof name !== 'string' || lastChild === null) return [];
    const json = lastChild.name === 'PropertyName' ? undefined : jsonAt(state, lastChild);
    const { from, to } = lastChild;
    return [{ name, value: json === undefined ? undefined : { from, to, json } }];
  });
}

function jsonAt(state: EditorState, { from, to }: SyntaxNode): unknown {
  try {
    return JSON.parse(state.sliceDoc(from, to));
  } catch {
    return undefined;
  }
}
