import type { CreativeRow, MediaFile } from '#model/index.ts';

/** An active, approved video of 15 seconds of a brand. */
export function buildCreative(overrides: Partial<CreativeRow> = {}): CreativeRow {
  const id = overrides.id ?? 1;
  return {
    id,
    demandId: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    version: 1,
    status: 1,
    name: `Creative ${id}`,
    advertiserId: 1,
    type: 'video',
    review: 'approved',
    reviewNote: '',
    files: [buildFile()],
    vastUrl: '',
    vastXml: '',
    markup: '',
    title: '',
    body: '',
    sponsor: '',
    callToAction: '',
    width: null,
    height: null,
    durationS: null,
    clickUrl: 'https://brand.example/spring?a=1&b=2',
    isSkippable: false,
    skipAfterS: 5,
    adomain: 'brand.example',
    categories: ['IAB2-1'],
    attributes: [],
    apis: [],
    weight: 50,
    startDate: null,
    endDate: null,
    ivtIds: [],
    notes: '',
    ...overrides,
  };
}

/** A video file of 15 seconds. */
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
