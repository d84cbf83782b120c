import { expect, test } from 'vitest';
import { buildPixel } from '#tests/support/engine/buildRows.ts';
import { sampledPixels } from './sampledPixels.ts';

const day = '2026-06-15';
const ids = Array.from({ length: 4000 }, (_, index) => `serve-${index}-${(index * 7919) % 104_729}`);

function sampledAds(percent: number): string[] {
  return ids.filter((id) => sampledPixels([buildPixel({ percent })], id, 'web', day).length > 0);
}

test('a sample of 100 % is on every ad, one of 0 % on none', () => {
  expect(sampledAds(100)).toEqual(ids);
  expect(sampledAds(0)).toEqual([]);
});

test('a sample covers its part of the ads', () => {
  expect(sampledAds(50).length / ids.length).toBeCloseTo(0.5, 1);
  expect(sampledAds(2.5).length / ids.length).toBeCloseTo(0.025, 1.5);
});

test('pixels with equal samples are on the same ads, and a larger sample contains the smaller one', () => {
  const pixels = [buildPixel({ id: 1, percent: 30 }), buildPixel({ id: 2, percent: 30 })];
  for (const id of ids.slice(0, 500)) expect([0, 2]).toContain(sampledPixels(pixels, id, 'web', day).length);
  const larger = new Set(sampledAds(40));
  expect(sampledAds(30).every((id) => larger.has(id))).toBe(true);
});

test('a pixel of both the channel and the tag is added once', () => {
  const pixel = buildPixel();
  expect(sampledPixels([pixel, pixel], 'serve', 'web', day)).toEqual([pixel]);
});

test('its environments and its dates restrict it, both dates inclusive', () => {
  const canServe = (pixel: Parameters<typeof buildPixel>[0], on = day) =>
    sampledPixels([buildPixel(pixel)], 'serve', 'ctv', on).length === 1;
  expect(canServe({ environments: ['ctv', 'app'] })).toBe(true);
  expect(canServe({ environments: ['web'] })).toBe(false);
  const flight = { startsOn: '2026-06-15', endsOn: '2026-06-16' };
  const days = ['2026-06-14', '2026-06-15', '2026-06-16', '2026-06-17'];
  expect(days.map((on) => canServe(flight, on))).toEqual([false, true, true, false]);
});

test('a URL without HTTPS is left out, except on localhost', () => {
  expect(sampledPixels([buildPixel({ url: 'http://localhost:8100/p' })], 'serve', 'web', day)).toHaveLength(1);
  expect(sampledPixels([buildPixel({ url: 'http://localhost.example/p' })], 'serve', 'web', day)).toEqual([]);
  expect(sampledPixels([buildPixel({ url: 'http://pixel.example/' })], 'serve', 'web', day)).toEqual([]);
});
