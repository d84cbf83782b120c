const modifiers = new Map([
  ['Control', 'Control'],
  ['ControlOrMeta', 'Control'],
  ['Shift', 'Shift'],
  ['Alt', 'Alt'],
  ['Meta', 'Meta'],
]);

/**
 * Converts keys from Playwright's notation (`Control+Shift+k`) to user-event's
 * (`{Control>}{Shift>}k{/Shift}{/Control}`).
 */
export function keySequence(keys: string): string {
  const parts = keys === '+' ? ['+'] : keys.split(/\+(?=.)/);
  const key = parts.at(-1) ?? '';
  const modifierKeys = parts.slice(0, -1).map((name) => modifiers.get(name) ?? name);
  const down = modifierKeys.map((name) => `{${name}>}`).join('');
  const up = modifierKeys
    .toReversed()
    .map((name) => `{/${name}}`)
    .join('');
  return `${down}${key.length === 1 ? asTyped(key) : key === 'Space' ? ' ' : `{${key}}`}${up}`;
}

/** Escapes text for user-event: braces and brackets are literal. */
export function asTyped(text: string): string {
  return text.replaceAll(/[{[]/g, '$&$&');
}
