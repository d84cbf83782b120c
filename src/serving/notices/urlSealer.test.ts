import { describe, expect, test } from 'vitest';
import { createUrlSealer } from './urlSealer.ts';

const sealer = createUrlSealer({ secret: 'ab'.repeat(32), lifetimeMs: 1000 });
const url = 'https://bidder.example/bill?price=3.5&user=ä';

describe('a sealed URL', () => {
  test('opens unchanged, and reveals nothing of its content', () => {
    const sealed = sealer.seal(url, 5000);
    expect(sealed).toMatch(/^[\w-]+$/);
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('bidder');
    expect(sealer.open(sealed, 5500)).toBe(url);
  });

  test('opens once', () => {
    const sealed = sealer.seal(url, 5000);
    const other = sealer.seal(url, 5000);
    expect(sealer.open(sealed, 5000)).toBe(url);
    expect(sealer.open(sealed, 5001)).toBeNull();
    expect(sealer.open(other, 5001)).toBe(url);
  });

  test('opens any number of times when it is a click, and never for another purpose', () => {
    const clicks = createUrlSealer({ secret: 'ab'.repeat(32), lifetimeMs: 1000, use: 'clicks' });
    const sealed = clicks.seal(url, 5000);
    expect(clicks.open(sealed, 5000)).toBe(url);
    expect(clicks.open(sealed, 5001)).toBe(url);
    expect(clicks.open(sealed, 6001)).toBeNull();
    expect(sealer.open(sealed, 5000)).toBeNull();
    expect(clicks.open(sealer.seal(url, 5000), 5000)).toBeNull();
  });

  test('does not open when it is too old', () => {
    expect(sealer.open(sealer.seal(url, 5000), 6001)).toBeNull();
  });

  test('does not open when a bit was changed, or with another key', () => {
    const sealed = sealer.seal(url, 5000);
    const bytes = Buffer.from(sealed, 'base64url');
    for (const at of [0, 20, 40, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      const forged = changed.toString('base64url');
      expect(sealer.open(forged, 5000)).toBeNull();
    }
    expect(createUrlSealer({ secret: 'cd'.repeat(32), lifetimeMs: 1000 }).open(sealed, 5000)).toBeNull();
    expect(sealer.open('', 5000)).toBeNull();
  });
});
