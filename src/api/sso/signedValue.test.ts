import { expect, test } from 'vitest';
import { createValueSigner } from './signedValue.ts';

const now = new Date('2026-01-01T00:00:00Z');
const later = new Date('2026-01-01T00:10:00Z');
const secretsOf = (text: string, ...others: string[]) => ({
  secret: text.repeat(32),
  otherSecrets: others.map((each) => each.repeat(32)),
});
const signer = createValueSigner<{ id: number }>(secretsOf('ab'), 'a test');

test('a signed value is read until it expires', () => {
  const text = signer.sign({ id: 7 }, later);
  expect(signer.read(text, now)).toEqual({ id: 7 });
  expect(signer.read(text, later)).toBeNull();
});

test('a changed text, and one that was signed for another use or with another secret, is not read', () => {
  const text = signer.sign({ id: 7 }, later);
  const [body = '', mark = ''] = text.split('.');
  const forged = Buffer.from(JSON.stringify({ value: { id: 8 }, endsAt: later.getTime() })).toString('base64url');
  const others = [
    ...[undefined, '', '.', body, `${body}.`, `${body}.${mark}.x`, `${forged}.${mark}`, `${body}.${mark.slice(1)}`],
    createValueSigner(secretsOf('ab'), 'another test').sign({ id: 7 }, later),
    createValueSigner(secretsOf('cd'), 'a test').sign({ id: 7 }, later),
  ];
  expect(others.map((each) => signer.read(each, now))).toEqual(others.map(() => null));
});

test('values that were signed with a former secret are read', () => {
  const before = createValueSigner<number>(secretsOf('cd'), 'a test').sign(7, later);
  expect(createValueSigner(secretsOf('ab', 'cd'), 'a test').read(before, now)).toBe(7);
});
