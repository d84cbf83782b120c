/** Path of the pixel that counts the impression of an ad of the bench channel, on whichever host its URL names. */
export function pixelPathOf(ad: string): string {
  const url = /<Impression[^>]*><!\[CDATA\[([^\]]+\/e\/[^\]]+)\]\]>/.exec(ad)?.[1];
  if (url === undefined) throw new Error(`the bench channel serves no ad: ${ad.slice(0, 300)}`);
  return new URL(url).pathname;
}
