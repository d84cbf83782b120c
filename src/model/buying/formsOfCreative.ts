/** The types of campaigns that show creatives of a type. */
export const formsOfCreative: Readonly<Record<string, readonly string[]>> = {
  video: ['video'],
  audio: ['audio'],
  image: ['banner'],
  html5: ['banner'],
  tag: ['banner'],
  native: ['native'],
  vastUrl: ['video', 'audio'],
  vast: ['video', 'audio'],
};
