/** Media types of imps, as in OpenRTB. */
export const mediaTypes = [
  { value: 'video', label: 'Video' },
  { value: 'banner', label: 'Banner' },
  { value: 'native', label: 'Native' },
  { value: 'audio', label: 'Audio' },
] as const;

/** The media type of a request without an ad where several were offered. */
export const severalMediaTypes = 'several';

/** The media type of an ad; `several` when more than one was offered. */
export type AdMediaType = (typeof mediaTypes)[number]['value'] | typeof severalMediaTypes;
