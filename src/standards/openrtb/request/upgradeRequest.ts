import { isEmpty, type Raw } from '../fieldChecks.ts';
import { plcmtOf } from './placementNumbers.ts';
import type { BidRequest, Ext, Imp, Source, Timed, Video } from '../types.ts';

/** Fields of `regs` that 2.5 has in its extension. */
export const regsFieldsInExt = ['gdpr', 'us_privacy', 'gpp', 'gpp_sid'] as const;

/** Fields of `user` that 2.5 has in its extension. */
export const userFieldsInExt = ['consent', 'eids'] as const;

/**
 * Moves the fields of 2.5 to their place in 2.6 (standards 2.1). Of a field in both places, the value of 2.6 wins and
 * the old one is removed, so that nothing outdated is passed on. The request itself is not changed.
 */
export function upgradeRequest(request: BidRequest): BidRequest {
  const upgraded: Partial<BidRequest> = {};
  const imp = moveEachFromExt(request.imp);
  if (imp !== request.imp) upgraded.imp = imp;
  if (request.regs) upgraded.regs = moveFromExt(request.regs, regsFieldsInExt);
  if (request.user) upgraded.user = moveFromExt(request.user, userFieldsInExt);
  if (request.source) upgraded.source = moveFromExt(request.source, ['schain']);
  if (request.ext?.['schain'] === undefined) return { ...request, ...upgraded };
  // OpenRTB 2.4 has it at the top level.
  const { schain, ...ext } = request.ext;
  const source = upgraded.source ?? {};
  upgraded.source = source.schain ? source : { ...source, schain: schain as Source['schain'] & object };
  const { ext: _, ...rest } = request;
  return { ...rest, ...upgraded, ...(Object.keys(ext).length === 0 ? {} : { ext }) };
}

/** Moves fields out of an object's extension, and removes the extension when it is left empty. */
function moveFromExt<T extends { ext?: Ext }>(object: T, names: readonly string[]): T {
  const { ext } = object;
  if (ext === undefined || names.every((name) => ext[name] === undefined)) return object;
  const rest: Ext = { ...ext };
  const upgraded: Raw = { ...object };
  for (const name of names) {
    if (isEmpty(upgraded[name]) && rest[name] !== undefined) upgraded[name] = rest[name];
    delete rest[name];
  }
  if (Object.keys(rest).length === 0) delete upgraded['ext'];
  else upgraded['ext'] = rest;
  return upgraded as T;
}

function moveEachFromExt(imps: Imp[]): Imp[] {
  let copy: Imp[] | undefined;
  for (const [index, imp] of imps.entries()) {
    const video = imp.video && upgradeVideo(imp.video);
    const audio = imp.audio && upgradeSequence(imp.audio);
    if (video === imp.video && audio === imp.audio) continue;
    (copy ??= imps.slice())[index] = { ...imp, ...(video && { video }), ...(audio && { audio }) };
  }
  return copy ?? imps;
}

function upgradeVideo(video: Video): Video {
  const upgraded = upgradeSequence(video);
  if (upgraded.plcmt !== undefined || upgraded.placement === undefined) return upgraded;
  const plcmt = plcmtOf(upgraded.placement);
  return plcmt === undefined ? upgraded : { plcmt, ...upgraded };
}

/** The `sequence` of 2.5 as pod fields of 2.6, which can only express the first slot. */
function upgradeSequence<T extends Timed>(media: T): T {
  return media.sequence === 1 && media.slotinpod === undefined ? { slotinpod: 1, ...media } : media;
}
