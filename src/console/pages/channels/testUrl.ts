import type { ChannelTag } from '#api/entities/channelTagContract.ts';
import { findMacros } from '#standards/foreignMacros.ts';
import { isInTag, valueOf, type TagChoices } from './tagUrlOf.ts';

const samples: Record<string, string> = {
  url: 'https://site.example/article',
  app_bundle: 'com.example.app',
  app_name: 'Example app',
  app_store_url: 'https://store.example/app',
  w: '1280',
  h: '720',
  gdpr: '0',
};

/**
 * The tag URL as a player would call it: typed values unchanged, macros replaced by samples, parameters with neither
 * omitted.
 */
export function testUrl(tag: ChannelTag, choices: TagChoices, cachebuster: number): string {
  const params = new URLSearchParams({ cb: String(cachebuster) });
  for (const parameter of tag.parameters) {
    const { param } = parameter;
    if (param === 'cb' || !isInTag(parameter, choices)) continue;
    const value = valueOf(parameter, choices);
    const isTyped = value !== '' && findMacros(value).length === 0;
    const filled = isTyped ? value : samples[param];
    if (filled !== undefined) params.set(param, filled);
  }
  return `${tag.url}?${params}`;
}
