import { laneCount } from './hitTables.ts';

/** The lane of a serve ID (12 random bytes). Its last byte: the first ones are the hash of `createServeMasks`. */
export function laneOf(serveId: Buffer): number {
  return serveId.readUInt8(11) % laneCount;
}
