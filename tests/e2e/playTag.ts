import type { Product } from './product.ts';

/** Requests an ad from a tag as a player does, and reports its impression to ad serving. */
export async function playTag(tagUrl: string, { adsUrl }: Pick<Product, 'adsUrl'>): Promise<void> {
  const markup = await (await fetch(tagUrl)).text();
  const pixels = [...markup.matchAll(/<Impression[^>]*>\s*<!\[CDATA\[([^\]]+)\]\]>/g)].map(([, url]) => url ?? '');
  for (const pixel of pixels.filter((url) => url.startsWith(adsUrl))) await fetch(pixel);
}
