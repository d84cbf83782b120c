import type { Query } from '../../readQuery.ts';
import { normalizeMime } from '../bid/normalizeMime.ts';
import { listOf } from './queryValues.ts';

/** The types of ads of VAST 4.1 (`Ad@adType`, `[ADTYPE]`); a hybrid one is played as video or as audio. */
const adTypes = ['video', 'audio', 'hybrid'] as const;
export type AdType = (typeof adTypes)[number];

/**
 * The type of ad that a tag's parameters declare: by `adtype`, else by the types in `mimes`; undefined where neither says
 * it. Only video has overlays. Types of streams and wildcards leave it open.
 */
export function adTypeOf(query: Query): AdType | undefined {
  const named = query.get('adtype')?.toLowerCase();
  const declared = named === undefined ? undefined : adTypes.find((type) => type === named);
  if (declared) return declared;
  if (query.get('linearity') === '2') return 'video';
  const types = listOf(query, 'mimes')?.map(normalizeMime) ?? [];
  if (types.includes('*/*')) return undefined;
  const isVideo = types.some((type) => type.startsWith('video/'));
  const isAudio = types.some((type) => type.startsWith('audio/'));
  if (isVideo) return isAudio ? 'hybrid' : 'video';
  return isAudio ? 'audio' : undefined;
}
