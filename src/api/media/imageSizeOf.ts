import { open } from 'node:fs/promises';
import { disableTypes, imageSize, types } from 'image-size';

// Formats that cannot be uploaded are disabled: each has a parser of its own.
disableTypes(types.filter((type) => !['jpg', 'png', 'gif', 'webp'].includes(type)));

/** Bytes read of an image: its size is at the start, in photos after the embedded preview. */
const headBytes = 1024 * 1024;

/** The displayed size of an image in pixels, 0 × 0 when it cannot be read. */
export async function imageSizeOf(path: string): Promise<{ width: number; height: number }> {
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(headBytes);
    const { bytesRead } = await file.read(head, 0, headBytes, 0);
    const { width, height, orientation = 1 } = imageSize(head.subarray(0, bytesRead));
    // Photos may be stored rotated by 90°.
    return orientation >= 5 ? { width: height, height: width } : { width, height };
  } catch {
    return { width: 0, height: 0 };
  } finally {
    await file.close();
  }
}
