const sourceSets = /(?<![\w-])(?:image)?srcset\s*=\s*\\?(?:"([^"]*)"|'([^']*)')/gi;

/** The URLs in the sets of images of HTML or scripts (`srcset`, `imagesrcset`), of which a browser loads one. */
export function imageCandidates(html: string): string[] {
  const urls: string[] = [];
  for (const [, double, single = ''] of html.matchAll(sourceSets)) urls.push(...candidatesOf(double ?? single));
  return urls;
}

/** The URLs of a set: a comma at the end of a URL, or behind its descriptor, ends a candidate (HTML, 4.8.4.2.1). */
function candidatesOf(set: string): string[] {
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
