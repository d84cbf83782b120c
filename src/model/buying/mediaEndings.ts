/** Accepted MIME types of creatives and of files in bundles, by file extension. */
const types: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
  html: 'text/html; charset=utf-8',
  htm: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
};

/** Lower-case extension of a name or path, without the dot; '' when it has none. */
export function endingOf(name: string): string {
  return /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** Whether files with an extension are accepted. */
export function isMediaEnding(ending: string): boolean {
  return Object.hasOwn(types, ending);
}

/** The MIME type with which a file is served, by its name; that of plain bytes for unknown extensions. */
export function mediaTypeOf(name: string): string {
  const ending = endingOf(name);
  return isMediaEnding(ending) ? (types[ending] ?? '') : 'application/octet-stream';
}
