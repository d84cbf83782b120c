/** The media types that creatives of a type can fill, and so the campaign types that may use them. */
export const mediaTypesOfCreative = {
  video: ['video'],
  audio: ['audio'],
  image: ['banner'],
  html5: ['banner'],
  tag: ['banner'],
  native: ['native'],
  vastUrl: ['video', 'audio'],
  vast: ['video', 'audio'],
} as const;
