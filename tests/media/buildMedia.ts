import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';

/** A real video of 8 seconds, 640 × 360, with its index first, so that players can start immediately; from the demo. */
export function buildMp4(): Buffer {
  return readFileSync(new URL('../../src/demo/media/bikes.mp4', import.meta.url));
}

/** The same with its index after the media data. */
export function buildSlowMp4(): Buffer {
  const mp4 = buildMp4();
  const boxes: Record<string, Buffer> = {};
  for (let at = 0; at < mp4.length; at += mp4.readUInt32BE(at)) {
    boxes[mp4.toString('latin1', at + 4, at + 8)] = mp4.subarray(at, at + mp4.readUInt32BE(at));
  }
  const { ftyp, moov, mdat } = boxes;
  if (!ftyp || !moov || !mdat) throw new Error('no boxes');
  return Buffer.concat([ftyp, mdat, moov]);
}

/** A minimal WebM file with the metadata of its contents and almost no media data. */
export function buildWebm({ seconds = 10, codec = 'V_VP8', width = 320, height = 180 } = {}): Buffer {
  const duration = Buffer.alloc(4);
  duration.writeFloatBE(seconds * 1000);
  const info = element(0x1549a966, element(0x2ad7b1, number(1_000_000)), element(0x4489, duration));
  const video = element(0xe0, element(0xb0, number(width)), element(0xba, number(height)));
  const entry = [
    element(0xd7, number(1)),
    element(0x73c5, number(1)),
    element(0x83, number(1)),
    element(0x86, Buffer.from(codec)),
  ];
  const tracks = element(0x1654ae6b, element(0xae, ...entry, video));
  const block = Buffer.from([0x81, 0, 0, 0x80, 0x10, 0, 0, 0x9d, 0x01, 0x2a, 0x40, 0x01, 0xb4, 0]);
  const cluster = element(0x1f43b675, element(0xe7, number(0)), element(0xa3, block));
  const header = element(0x1a45dfa3, element(0x4282, Buffer.from('webm')), element(0x4287, number(2)));
  return Buffer.concat([header, element(0x18538067, info, tracks, cluster)]);
}

/** Silence as MPEG audio, layer III, of 128 kbit/s. */
export function buildMp3(seconds = 3): Buffer {
  const frame = Buffer.alloc(417);
  frame.writeUInt32BE(0xfffb9000);
  return Buffer.concat(Array.from({ length: Math.round((seconds * 44_100) / 1152) }, () => frame));
}

/** A PNG of one color. */
export function buildPng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0x88)]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** An EBML element: its id, its size and its contents. */
function element(id: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(0x1000_0000 + body.length);
  return Buffer.concat([number(id), size, body]);
}

function number(value: number): Buffer {
  const bytes = uint32(value);
  const from = bytes.findIndex((byte) => byte !== 0);
  return bytes.subarray(from < 0 ? 3 : from);
}
