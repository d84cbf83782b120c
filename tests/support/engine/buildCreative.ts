import type { CreativeRow, MediaFile } from '#model/index.ts';
import { buildRow } from '#tests/support/model/buildRow.ts';

/** An active, approved 15-second video of a brand. */
export function buildCreative(overrides: Partial<CreativeRow> = {}): CreativeRow {
  return buildRow('creative', {
    review: 'approved',
    files: [buildFile()],
    clickUrl: 'https://brand.example/spring?a=1&b=2',
    adomain: 'brand.example',
    categories: ['IAB2-1'],
    ...overrides,
  });
}

/** A 15-second video file. */
export function buildFile(overrides: Partial<MediaFile> = {}): MediaFile {
  return {
    role: 'main',
    file: `${'ab'.repeat(32)}.mp4`,
    name: 'spring.mp4',
    mime: 'video/mp4',
    bytes: 1_000_000,
    width: 1280,
    height: 720,
    durationMs: 15_000,
    bitrate: 1500,
    codecs: 'avc1.64001f, mp4a.40.2',
    ...overrides,
  };
}

/** An image file. */
export function buildImage(overrides: Partial<MediaFile> = {}): MediaFile {
  const image = { file: `${'cd'.repeat(32)}.png`, name: 'spring.png', mime: 'image/png', durationMs: 0, bitrate: 0 };
  return buildFile({ ...image, width: 300, height: 250, codecs: '', ...overrides });
}
