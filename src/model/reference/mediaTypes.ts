import type { severalMediaTypes } from '../fact/audience.ts';

/** The forms in which an impression can be filled, as OpenRTB names them. */
export const mediaTypes = [
  { value: 'video', label: 'Video' },
  { value: 'banner', label: 'Banner' },
  { value: 'native', label: 'Native' },
  { value: 'audio', label: 'Audio' },
] as const;

/** The form of an ad; `several` where it could have been one or another. */
export type AdMediaType = (typeof mediaTypes)[number]['value'] | typeof severalMediaTypes;
