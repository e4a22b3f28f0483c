import { latinKeyOf } from '../ui/latin-key.ts';

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Whether a press is Ctrl or Command with `key`, without other modifiers. */
export function isHotkey(press: Press, key: string): boolean {
  if (!(press.ctrlKey || press.metaKey) || press.altKey || press.shiftKey) return false;
  return latinKeyOf(press) === key;
}
