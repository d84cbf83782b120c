/**
 * The fields that hold the ad of a creative, by creative type. A creative whose field is empty is a draft: it can neither
 * be approved nor shown.
 */
export const contentFields: Readonly<Record<string, 'files' | 'vastUrl' | 'vastXml' | 'markup'>> = {
  video: 'files',
  audio: 'files',
  image: 'files',
  html5: 'files',
  native: 'files',
  vastUrl: 'vastUrl',
  vast: 'vastXml',
  tag: 'markup',
};
