import { describe, expect, it } from 'vitest';
import { readErrorCode, vastErrorCodes } from './errorCodes.ts';

describe('readErrorCode', () => {
  it('takes what the standard defines and calls the rest undefined', () => {
    expect(['303', '404', '[ERRORCODE]', '', '1e2', '901'].map(readErrorCode)).toEqual([303, 900, 900, 900, 900, 901]);
  });

  it('names each code once, in order', () => {
    const codes = vastErrorCodes.map((entry) => entry.code);
    expect(codes).toEqual([...new Set(codes)].sort((a, b) => a - b));
    expect(codes).toHaveLength(38);
  });
});
