/** The fields that hold the ad of a creative, by creative type. */
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

/** Whether a creative is a draft: it has no file, VAST or markup yet, so it can neither be approved nor shown. */
export function isDraft(creative: { type: string } & Readonly<Record<string, unknown>>): boolean {
  const content = creative[contentFields[creative.type] ?? 'files'];
  return content === '' || (Array.isArray(content) && content.length === 0);
}
