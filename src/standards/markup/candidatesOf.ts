/**
 * The URLs of a set of images (`srcset`, `imagesrcset`), of which a browser loads one: a comma at the end of a URL, or
 * behind its descriptor, ends a candidate (HTML, 4.8.4.2.1).
 */
export function candidatesOf(set: string): string[] {
  const urls: string[] = [];
  let isDescriptor = false;
  for (const word of set.split(/\s+/)) {
    const start: number = isDescriptor ? word.indexOf(',') : 0;
    if (start < 0) continue;
    const url: string = word.slice(start).replace(/^,+/, '');
    if (url !== '') urls.push(url);
    isDescriptor = url !== '' && !url.endsWith(',');
  }
  return urls;
}
