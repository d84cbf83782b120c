import type { ChannelTag } from '#api/contract.ts';

const samples: Record<string, string> = {
  url: 'https://site.example/article',
  app_bundle: 'com.example.app',
  app_name: 'Example app',
  app_store_url: 'https://store.example/app',
  w: '1280',
  h: '720',
  gdpr: '0',
};

/** The tag as a player would ask it, its macros filled with samples; what has no sample is left out. */
export function testUrl(tag: ChannelTag, cachebuster: number): string {
  const params = new URLSearchParams({ cb: String(cachebuster) });
  for (const { param } of tag.parameters) {
    const sample = samples[param];
    if (sample !== undefined) params.set(param, sample);
  }
  return `${tag.url}?${params}`;
}
