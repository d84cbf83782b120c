import { expect, test } from 'vitest';
import { readUnsubscription, signUnsubscription } from './unsubscribeToken.ts';

const secret = 'a'.repeat(64);
const stop = { reportId: 17, address: 'finance@partner.example' };

test('a token contains the report and the address that it was signed for', () => {
  expect(readUnsubscription([secret], signUnsubscription(secret, stop))).toEqual(stop);
});

test('a token that a former secret has signed is valid', () => {
  expect(readUnsubscription(['b'.repeat(64), secret], signUnsubscription(secret, stop))).toEqual(stop);
});

test('a token that was not signed here is invalid', () => {
  const token = signUnsubscription(secret, stop);
  const [, signature] = token.split('.');
  const other = Buffer.from('18:finance@partner.example').toString('base64url');
  for (const bad of [
    '',
    '.',
    'x',
    token.slice(0, -1),
    `${other}.${signature}`,
    signUnsubscription('b'.repeat(64), stop),
  ]) {
    expect(readUnsubscription([secret], bad)).toBeNull();
  }
});
