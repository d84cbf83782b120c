import { describe, expect, test } from 'vitest';
import { createUrlSealer } from './urlSealer.ts';

const sealer = createUrlSealer({ secret: 'ab'.repeat(32), lifetimeMs: 1000 });
const url = 'https://bidder.example/bill?price=3.5&user=ä';

/** The same URL, sealed at 5000 by the earlier version. */
const formerNotice =
  'Iw3uhF7UsAn7wp5fN6hpkNaStzh1a_YiT_D7wKZ704Ay-upEIjyKSo9Sz8-1T4Xx_fb3PMBXlDDNT-czUHHWX4wRzGj3ca9PPS4tCmWshw';
const formerClick =
  '-n81fvTntan-vLsuMDuumc4tyA0ALKdHMCVsC33W8YeFpJxNw_Ruhs0YwsnB6ptyjoTlcz7aUNygGSIwTMF8IBKgwknsPt6DhaRT3FOQSA';

describe('a sealed URL', () => {
  test('opens unchanged, and reveals nothing of its content', () => {
    const sealed = sealer.seal(url, 5000);
    expect(sealed).toMatch(/^[\w-]+\.[\w-]{24}$/);
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

  test('opens when the earlier version sealed it: for its purpose and lifetime, a notice once', () => {
    const open = (use: 'notices' | 'clicks', sealed: string, now: number) =>
      createUrlSealer({ secret: 'ab'.repeat(32), lifetimeMs: 1000, use }).open(sealed, now);
    expect(open('notices', formerNotice, 6000)).toBe(url);
    expect(open('notices', formerNotice, 6001)).toBeNull();
    expect(open('clicks', formerClick, 6000)).toBe(url);
    expect(open('clicks', formerNotice, 5000)).toBeNull();
    expect(open('notices', formerClick, 5000)).toBeNull();
    const notices = createUrlSealer({ secret: 'ab'.repeat(32), lifetimeMs: 1000 });
    expect([notices.open(formerNotice, 5000), notices.open(formerNotice, 5000)]).toEqual([url, null]);
  });

  test('opens however long it is', () => {
    const long = `${url}${'ü'.repeat(20_000)}`;
    const sealed = sealer.seal(long, 5000);
    expect(sealer.open(sealer.seal(url, 5000), 5000)).toBe(url);
    expect(sealer.open(sealed, 5000)).toBe(long);
  });

  test('does not open when it is too old', () => {
    expect(sealer.open(sealer.seal(url, 5000), 6001)).toBeNull();
  });

  test('does not open when a bit was changed, or with another key', () => {
    const sealed = sealer.seal(url, 5000);
    for (const [contents = '', mac = ''] of [sealed.split('.'), [formerNotice]]) {
      const bytes = Buffer.from(contents, 'base64url');
      for (const at of [0, 12, 20, 40, bytes.length - 1]) {
        const changed = Buffer.from(bytes);
        changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
        expect(sealer.open([changed.toString('base64url'), mac].filter(Boolean).join('.'), 5000)).toBeNull();
      }
      for (let at = 0; at < mac.length; at += 1) {
        const changed = `${mac.slice(0, at)}${mac[at] === 'A' ? 'B' : 'A'}${mac.slice(at + 1)}`;
        expect(sealer.open(`${contents}.${changed}`, 5000)).toBeNull();
      }
    }
    for (const junk of ['.', '..', `.${sealed.split('.')[1]}`, `${sealed}A`, sealed.slice(0, -1), `${sealed}.`])
      expect(sealer.open(junk, 5000)).toBeNull();
    expect(sealer.open(sealed, 5000)).toBe(url);
    expect(createUrlSealer({ secret: 'cd'.repeat(32), lifetimeMs: 1000 }).open(sealed, 5000)).toBeNull();
    const next = { secret: 'cd'.repeat(32), otherSecrets: ['ab'.repeat(32)], lifetimeMs: 1000 };
    expect(createUrlSealer(next).open(sealed, 5000)).toBe(url);
    expect(sealer.open(createUrlSealer(next).seal(url, 5000), 5000)).toBeNull();
    expect(sealer.open('', 5000)).toBeNull();
  });
});
