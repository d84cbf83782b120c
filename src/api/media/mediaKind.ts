/** The kind of an uploaded file, read from its first bytes. */
export interface MediaKind {
  form: 'video' | 'audio' | 'image' | 'zip';
  ending: string;
  mime: string;
}

/** Number of bytes from which a file's kind is read. */
export const kindBytes = 4096;

const kind = (form: MediaKind['form'], ending: string, mime: string): MediaKind => ({ form, ending, mime });

/** Reads the kind of a file from its first bytes, whatever its name; null when creatives cannot use it. */
export function mediaKindOf(head: Buffer): MediaKind | null {
  if (head.length < 12) return null;
  const text = (from: number, to: number) => head.toString('latin1', from, to);
  if (text(4, 8) === 'ftyp') {
    // A file with only audio may claim to be a video: its tracks decide, once they are known.
    return /^M4[AB]/.test(text(8, 12)) ? kind('audio', 'm4a', 'audio/mp4') : kind('video', 'mp4', 'video/mp4');
  }
  if (head.readUInt32BE(0) === 0x1a45dfa3) {
    return /webm/.test(text(4, 64)) ? kind('video', 'webm', 'video/webm') : null;
  }
  if (text(0, 4) === 'OggS') return kind('audio', 'ogg', 'audio/ogg');
  if (text(0, 3) === 'ID3' || isMpegFrame(head)) return kind('audio', 'mp3', 'audio/mpeg');
  if (text(0, 3) === '\u00ff\u00d8\u00ff') return kind('image', 'jpg', 'image/jpeg');
  if (text(0, 8) === '\u0089PNG\r\n\u001a\n') return kind('image', 'png', 'image/png');
  if (/^GIF8[79]a/.test(text(0, 6))) return kind('image', 'gif', 'image/gif');
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return kind('image', 'webp', 'image/webp');
  return text(0, 4) === 'PK\u0003\u0004' ? kind('zip', '', 'text/html') : null;
}

/** Whether the bytes start with a frame of MPEG audio, layer III. */
function isMpegFrame(head: Buffer): boolean {
  const [first = 0, second = 0, third = 0] = head;
  return first === 0xff && (second & 0xe6) === 0xe2 && third >> 4 !== 15 && (third & 0x0c) !== 0x0c;
}

/** The apparent kind of an unsupported file, for the error message. */
export function unknownFileText(head: Buffer): string {
  const text = head.toString('utf8').trimStart().toLowerCase();
  if (text.startsWith('<svg') || (text.startsWith('<?xml') && text.includes('<svg'))) return 'an SVG';
  if (text.startsWith('<')) return 'HTML or XML';
  if (head.length >= 4 && head.readUInt32BE(0) === 0x1a45dfa3) return 'a Matroska video';
  if (text.startsWith('%pdf')) return 'a PDF';
  return 'a file of an unknown type';
}
