import { open, type FileHandle } from 'node:fs/promises';
import { mediaInfoFactory, type AudioTrack, type MediaInfoResult, type Track, type VideoTrack } from 'mediainfo.js';

/** Technical properties of a video or audio file. */
export interface MediaProperties {
  /** The container: "MPEG-4", "WebM", "MPEG Audio", "Ogg"; '' when it is unknown. */
  format: string;
  /** Of the video track in pixels; 0 without one. */
  width: number;
  height: number;
  durationMs: number;
  /** Kilobits per second of all tracks. */
  bitrate: number;
  video: { codec: string; format: string; chroma: string; bits: number } | null;
  audio: { codec: string; format: string } | null;
  /** Whether playback can start before the end of the file is loaded: in MP4 the `moov` box comes first. */
  isStreamable: boolean;
}

/** Maximum bytes read from one file. */
const maxBytes = 64 * 1024 * 1024;

/** Reads the technical properties of a video or audio file. One file at a time: the parser uses several megabytes. */
export async function readMediaProperties(path: string): Promise<MediaProperties> {
  const reading = lastReading.then(() => readTracks(path));
  lastReading = reading.then(
    () => undefined,
    () => undefined,
  );
  return propertiesOf(await reading);
}

let lastReading: Promise<unknown> = Promise.resolve();

async function readTracks(path: string): Promise<MediaInfoResult> {
  const file = await open(path, 'r');
  try {
    return await readTracksOf(file);
  } finally {
    await file.close();
  }
}

async function readTracksOf(file: FileHandle): Promise<MediaInfoResult> {
  const reader = await mediaInfoFactory({ format: 'object' });
  let left = maxBytes;
  try {
    const { size } = await file.stat();
    return await reader.analyzeData(size, async (length, offset) => {
      left -= length;
      // An empty chunk signals the end of the file.
      if (left < 0) return new Uint8Array();
      const chunk = Buffer.alloc(length);
      const { bytesRead } = await file.read(chunk, 0, length, offset);
      return chunk.subarray(0, bytesRead);
    });
  } finally {
    reader.close();
  }
}

function propertiesOf({ media }: MediaInfoResult): MediaProperties {
  const tracks = media?.track ?? [];
  const general = tracks.find((track) => track['@type'] === 'General');
  const video = tracks.find(isVideo);
  const audio = tracks.find(isAudio);
  return {
    format: general?.Format ?? '',
    width: video?.Width ?? 0,
    height: video?.Height ?? 0,
    durationMs: Math.round((general?.Duration ?? video?.Duration ?? audio?.Duration ?? 0) * 1000),
    bitrate: Math.round((general?.OverallBitRate ?? audio?.BitRate ?? 0) / 1000),
    video: video
      ? {
          codec: codecOf(video),
          format: video.Format ?? '',
          chroma: video.ChromaSubsampling ?? '',
          bits: video.BitDepth ?? 8,
        }
      : null,
    audio: audio ? { codec: codecOf(audio), format: audio.Format ?? '' } : null,
    isStreamable: general?.IsStreamable !== 'No',
  };
}

function isVideo(track: Track): track is VideoTrack {
  return track['@type'] === 'Video';
}

function isAudio(track: Track): track is AudioTrack {
  return track['@type'] === 'Audio';
}

/** The codec as containers and players name it: avc1, mp4a.40.2, vp9, opus. */
function codecOf({ CodecID = '', Format = '' }: VideoTrack | AudioTrack): string {
  const id = CodecID.replace(/^[VA]_/, '').replaceAll('-', '.');
  const known = /^[\w.]{1,20}$/.test(id) && /[a-z]/i.test(id) ? id : Format === 'MPEG Audio' ? 'mp3' : Format;
  return /^(?:V|A)_/.test(CodecID) ? known.toLowerCase() : known.slice(0, 20);
}
