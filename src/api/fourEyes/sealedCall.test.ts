import { describe, expect, test } from 'vitest';
import { createSecretSealer } from '#runtime/sealing/secretSealer.ts';
import { isSameCall, openCall, sealCall } from './sealedCall.ts';

const sealerOf = (secret: string) => createSecretSealer({ secret: secret.repeat(64), otherSecrets: [] });
const sealer = sealerOf('a');
const call = { params: { id: 1 }, query: {}, body: { clientSecret: 'x', note: undefined } };

describe('a sealed call', () => {
  const sealed = sealCall(sealer, 'one', call);

  test('is the same as a call with the same values only', () => {
    const opened = openCall(sealer, 'one', sealed);
    expect(isSameCall(opened, call)).toBe(true);
    expect(isSameCall(opened, { ...call, params: { id: 2 } })).toBe(false);
    expect(isSameCall(opened, { ...call, query: { dry: true } })).toBe(false);
    expect(isSameCall(opened, { ...call, body: { clientSecret: 'y' } })).toBe(false);
  });

  test('opens neither with another secret nor for another change, and is the same as no call then', () => {
    expect(openCall(sealerOf('b'), 'one', sealed)).toBeNull();
    expect(openCall(sealer, 'two', sealed)).toBeNull();
    expect(isSameCall(null, call)).toBe(false);
  });
});
