import type { CreativeRow, Fault } from '#model/index.ts';
import type { MediaKind } from './mediaKind.ts';
import type { MediaProperties } from './readMediaProperties.ts';

/** A fault of an uploaded file. */
export function fileFault(code: string, message: string): Fault {
  return { code, message, path: 'file' };
}

/** Maximum duration of video and audio, in seconds. */
const maxDurationS = 120;
/** Maximum size of images, in bytes. */
const maxImageSize = 10 * 1024 * 1024;

/** The file form of each creative type; types without files are missing. */
export const formOfType: Readonly<Partial<Record<CreativeRow['type'], MediaKind['form']>>> = {
  video: 'video',
  audio: 'audio',
  image: 'image',
  native: 'image',
  html5: 'zip',
};

/** The name of each form with its accepted formats. */
export const formTexts: Readonly<Record<MediaKind['form'], string>> = {
  video: 'an MP4 or WebM video',
  audio: 'an MP3, M4A or Ogg file',
  image: 'a JPEG, PNG, GIF or WebP image',
  zip: 'a zip file with index.html',
};

/** Video and audio codecs that browsers, apps and TVs play. */
const videoFormats = new Set(['AVC', 'HEVC', 'VP8', 'VP9', 'AV1']);
const audioFormats = new Set(['AAC', 'MPEG Audio', 'Opus', 'Vorbis', 'AC-3', 'E-AC-3']);

/** All faults that prevent a video or audio file from being played as an ad. */
export function timedFaults(form: 'video' | 'audio', properties: MediaProperties): Fault[] {
  const { video, audio, durationMs, isStreamable } = properties;
  if (!video?.format && !audio?.format) {
    return [fileFault('not_playable', 'The file is damaged, or has neither video nor audio')];
  }
  const faults: Fault[] = [];
  if (form === 'video' && !video) faults.push(fileFault('no_video_track', 'The file has audio but no video'));
  if (form === 'audio' && !audio) faults.push(fileFault('no_audio_track', 'The file has no audio'));
  if (form === 'audio' && video)
    faults.push(fileFault('wrong_type', 'The file is a video. Upload an audio-only file.'));
  if (form === 'video' && video) {
    const isPlayed = videoFormats.has(video.format) && (video.format !== 'AVC' || isPlainAvc(video));
    if (!isPlayed) {
      const words = [video.format || 'an unknown format', video.chroma, video.bits > 8 ? `${video.bits} bit` : ''];
      const message = `Players cannot play its video (${words.filter(Boolean).join(', ')}). Encode it as H.264, 8-bit, 4:2:0.`;
      faults.push(fileFault('codec', message));
    }
  }
  if (audio && !audioFormats.has(audio.format)) {
    faults.push(fileFault('codec', `Players cannot play its audio (${audio.format || 'unknown'}). Encode it as AAC.`));
  }
  if (durationMs === 0) {
    faults.push(
      fileFault('no_duration', 'The file does not declare its duration. Remux it (ffmpeg -i in -c copy out).'),
    );
  } else if (durationMs < 500) faults.push(fileFault('too_short', 'The file is shorter than half a second'));
  if (durationMs > maxDurationS * 1000 + 500) {
    faults.push(
      fileFault(
        'too_long',
        `The file is ${Math.round(durationMs / 1000)} seconds long. The maximum is ${maxDurationS} seconds.`,
      ),
    );
  }
  if (!isStreamable) {
    faults.push(
      fileFault(
        'moov_at_end',
        'Its index (moov) is at the end, so players must load the whole file before it plays. Save it with “fast start” (ffmpeg -i in.mp4 -c copy -movflags +faststart out.mp4).',
      ),
    );
  }
  return faults;
}

function isPlainAvc({ chroma, bits }: { chroma: string; bits: number }): boolean {
  return (chroma === '' || chroma === '4:2:0') && bits <= 8;
}

/** The faults that prevent an image from being shown. */
export function imageFaults({ width, height, bytes }: { width: number; height: number; bytes: number }): Fault[] {
  if (width === 0 || height === 0) return [fileFault('not_playable', 'The image cannot be read')];
  const faults: Fault[] = [];
  if (bytes > maxImageSize) faults.push(fileFault('too_large', 'The image is larger than 10 MB'));
  if (width > 10_000 || height > 10_000)
    faults.push(fileFault('too_large', 'The image is larger than 10,000 × 10,000 pixels'));
  return faults;
}
