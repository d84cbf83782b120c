/** The types of campaigns that show creatives of a type: forms of impressions that these can fill. */
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
