/** Names in use for the same type: the registered one by the others. */
const registered: ReadonlyMap<string, string> = new Map(
  (
    [
      // RFC 9239, 6
      [
        'text/javascript',
        'application/javascript application/x-javascript application/ecmascript application/x-ecmascript text/ecmascript text/x-ecmascript text/x-javascript',
      ],
      // RFC 8216, 4
      [
        'application/vnd.apple.mpegurl',
        'vnd.apple.mpegurl application/x-mpegurl application/mpegurl audio/mpegurl audio/x-mpegurl video/mpegurl video/x-mpegurl',
      ],
      // RFC 3003
      ['audio/mpeg', 'audio/mp3 audio/x-mp3 audio/x-mpeg audio/mpeg3 audio/x-mpeg3 audio/x-mpeg-3'],
      // RFC 4337
      ['audio/mp4', 'audio/m4a audio/x-m4a'],
      // RFC 2045; PNG 3, 1
      ['image/jpeg', 'image/jpg image/pjpeg'],
      ['image/png', 'image/x-png'],
      ['video/mp4', 'mp4 video/x-mp4 video/m4v video/x-m4v video/mpeg4'],
    ] as const
  ).flatMap(([name, others]) => others.split(' ').map((other) => [other, name])),
);

/** A MIME type for comparison: lower case, without parameters (RFC 2045, 5.1), under its registered name. */
export function normalizeMime(type: string): string {
  const end = type.indexOf(';');
  const name = (end < 0 ? type : type.slice(0, end)).trim().toLowerCase();
  return registered.get(name) ?? name;
}

/** Whether a type is another one, or within a media range (RFC 9110, 12.5.1). */
export function isTypeWithin(mime: string, range: string): boolean {
  return range === mime || range === '*/*' || (range.endsWith('/*') && mime.startsWith(range.slice(0, -1)));
}
