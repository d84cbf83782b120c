import { mediaKindOf } from './mediaKind.ts';

/** First bytes of types that `mediaKindOf` does not know, as Latin-1. */
const signatures: Readonly<Record<string, readonly string[]>> = {
  ico: ['\u0000\u0000\u0001\u0000'],
  woff: ['wOFF'],
  woff2: ['wOF2'],
  ttf: ['\u0000\u0001\u0000\u0000', 'true'],
  otf: ['OTTO', '\u0000\u0001\u0000\u0000'],
};

const images = new Set(['jpg', 'jpeg', 'png', 'gif', 'webp']);
const timed = new Set(['mp4', 'webm', 'mp3', 'm4a', 'ogg']);

/**
 * Whether the content of a file in a bundle can be of the type that its ending says. Browsers show an image whichever
 * image type its name has, so images and sounds need not be exactly that; all other endings are of texts.
 */
export function isContentOfEnding(ending: string, content: Buffer): boolean {
  if (images.has(ending)) return mediaKindOf(content)?.form === 'image';
  if (timed.has(ending)) return ['video', 'audio'].includes(mediaKindOf(content)?.form ?? '');
  if (ending === 'avif') return /^ftyp(?:avif|avis|mif1)$/.test(content.toString('latin1', 4, 12));
  const begins = signatures[ending];
  if (begins) return begins.includes(content.toString('latin1', 0, 4));
  return !content.includes(0);
}
