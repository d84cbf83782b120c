import { describe, expect, test } from 'vitest';
import { isTruncatedUserAgent, maxUserAgentLength } from '#standards/truncateUserAgent.ts';
import type { Device } from '#standards/openrtb/types.ts';
import { completeRequest } from './completeRequest.ts';

const completed = (device: Device, agent?: string) =>
  completeRequest({ id: '1', imp: [], device }, { headers: { 'user-agent': agent }, peer: '' }).device;

const hints = (brands: number) => ({ browsers: Array.from({ length: brands }, () => ({ brand: 'Chromium' })) });

describe('OpenRTB 2.6, 3.2.18, 3.2.29: the user agent of a bid request', () => {
  test('is the browser’s where the request does not declare one', () => {
    expect(completed({}, 'Player/1')).toEqual({ ua: 'Player/1' });
    expect(completed({ ua: 'TV/1' }, 'Player/1')).toEqual({ ua: 'TV/1' });
  });

  test('is truncated when it is too long, whatever its source', () => {
    for (const device of [completed({ ua: 'x'.repeat(130_000) }), completed({}, 'x'.repeat(130_000))]) {
      expect(device?.ua).toHaveLength(maxUserAgentLength + 1);
      expect(isTruncatedUserAgent(device?.ua ?? '')).toBe(true);
    }
  });

  test('as client hints is unchanged, or removed and marked when it is too long', () => {
    const sua = hints(4);
    expect(completed({ ua: 'TV/1', sua })).toEqual({ ua: 'TV/1', sua });
    expect(completed({ ua: 'TV/1', sua: hints(4000) })).toEqual({ ua: 'TV/1…' });
    expect(completed({ sua: hints(4000) })).toEqual({ ua: '…' });
    let deep: Record<string, unknown> = {};
    for (let depth = 0; depth < 100_000; depth += 1) deep = { deep };
    expect(completed({ ua: 'TV/1', sua: deep })).toEqual({ ua: 'TV/1…' });
  });
});
