import { expect, test } from 'vitest';
import { createSecretSealer, UnreadableSecret } from './secretSealer.ts';

const [first, second, foreign] = ['a1', 'b2', 'c3'].map((digits) => digits.repeat(32)) as [string, string, string];
const place = { table: 'suppliers', column: 'sealed_keys', row: 7 };
const sealer = createSecretSealer({ secret: first, otherSecrets: [] });

function reasonOf(open: () => string): UnreadableSecret['reason'] | null {
  try {
    open();
    return null;
  } catch (error) {
    if (error instanceof UnreadableSecret) return error.reason;
    throw error;
  }
}

test.each(['', 'key', 'ключ 🔑', 'x'.repeat(10_000)])('a secret opens where it was sealed (%#)', (text) => {
  const sealed = sealer.seal(text, place);
  expect(sealed).toMatch(/^v1\.[0-9a-f]{12}\.[\w-]{16}\.[\w-]+$/);
  expect(sealer.open(sealed, place)).toBe(text);
  expect(sealed.startsWith(sealer.currentPrefix)).toBe(true);
});

test('the same secret is sealed differently each time', () => {
  expect(sealer.seal('key', place)).not.toBe(sealer.seal('key', place));
});

test('a sealed secret does not open in another row, column or table', () => {
  const sealed = sealer.seal('key', place);
  const others = [
    { ...place, row: 8 },
    { ...place, column: 'other' },
    { ...place, table: 'others' },
  ];
  expect(others.map((other) => reasonOf(() => sealer.open(sealed, other)))).toEqual(['damaged', 'damaged', 'damaged']);
  expect(sealer.open(sealed, { ...place, row: '7' })).toBe('key');
});

test('a sealed secret with any changed character does not open', () => {
  const sealed = sealer.seal('a key of some length', place);
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = sealed.slice(0, at) + (sealed[at] === 'B' ? 'C' : 'B') + sealed.slice(at + 1);
    // The last character of base64url has bits that are not part of the bytes.
    if (sealed.length - at > 1) expect(reasonOf(() => sealer.open(changed, place))).not.toBeNull();
  }
  const faulty = ['', 'key', 'v1', 'v1...', `${sealed}.x`, sealed.slice(0, -2), sealed.replace('v1', 'v2')];
  expect(faulty.map((each) => reasonOf(() => sealer.open(each, place)))).toEqual(faulty.map(() => 'damaged'));
});

test('after a change of the secret, the previous one opens and the new one seals', () => {
  const sealed = sealer.seal('key', place);
  const next = createSecretSealer({ secret: second, otherSecrets: [first] });
  expect(next.open(sealed, place)).toBe('key');
  expect(sealed.startsWith(next.currentPrefix)).toBe(false);
  expect(next.seal('key', place).startsWith(next.currentPrefix)).toBe(true);
});

test('a secret sealed under one that is not accepted is named as such', () => {
  const sealed = createSecretSealer({ secret: foreign, otherSecrets: [] }).seal('key', place);
  expect(reasonOf(() => sealer.open(sealed, place))).toBe('unknownKey');
  expect(() => sealer.open(sealed, place)).toThrow(/suppliers\.sealed_keys of row 7 .* SECRET_PREVIOUS/);
});
