import { isEmpty, type Raw } from './fieldChecks.ts';
import { plcmtOf } from './placementNumbers.ts';
import type { BidRequest, Ext, Imp, Source, Timed, Video } from './types.ts';

/** Fields of `regs` that 2.5 carries in its extension. */
export const liftedRegs = ['gdpr', 'us_privacy', 'gpp', 'gpp_sid'] as const;

/** Fields of `user` that 2.5 carries in its extension. */
export const liftedUser = ['consent', 'eids'] as const;

/**
 * Brings what 2.5 carries elsewhere into its place of 2.6 (standards 2.1). What stands in both places is taken from that
 * of 2.6, and leaves the other: nothing old is passed on by mistake. Changes nothing of the request itself.
 */
export function liftRequest(request: BidRequest): BidRequest {
  const lifted: Partial<BidRequest> = {};
  const imp = liftEach(request.imp);
  if (imp !== request.imp) lifted.imp = imp;
  if (request.regs) lifted.regs = lift(request.regs, liftedRegs);
  if (request.user) lifted.user = lift(request.user, liftedUser);
  if (request.source) lifted.source = lift(request.source, ['schain']);
  if (request.ext?.['schain'] === undefined) return { ...request, ...lifted };
  // 2.4 had it at the top.
  const { schain, ...ext } = request.ext;
  const source = lifted.source ?? {};
  lifted.source = source.schain ? source : { ...source, schain: schain as Source['schain'] & object };
  const { ext: _, ...rest } = request;
  return { ...rest, ...lifted, ...(Object.keys(ext).length === 0 ? {} : { ext }) };
}

/** Moves fields out of the extension of an object, which goes when it is left empty. */
function lift<T extends { ext?: Ext }>(object: T, names: readonly string[]): T {
  const { ext } = object;
  if (ext === undefined || names.every((name) => ext[name] === undefined)) return object;
  const rest: Ext = { ...ext };
  const lifted: Raw = { ...object };
  for (const name of names) {
    if (isEmpty(lifted[name]) && rest[name] !== undefined) lifted[name] = rest[name];
    delete rest[name];
  }
  if (Object.keys(rest).length === 0) delete lifted['ext'];
  else lifted['ext'] = rest;
  return lifted as T;
}

function liftEach(imps: Imp[]): Imp[] {
  let copy: Imp[] | undefined;
  for (const [index, imp] of imps.entries()) {
    const video = imp.video && liftVideo(imp.video);
    const audio = imp.audio && liftSequence(imp.audio);
    if (video === imp.video && audio === imp.audio) continue;
    (copy ??= imps.slice())[index] = { ...imp, ...(video && { video }), ...(audio && { audio }) };
  }
  return copy ?? imps;
}

function liftVideo(video: Video): Video {
  const lifted = liftSequence(video);
  if (lifted.plcmt !== undefined || lifted.placement === undefined) return lifted;
  const plcmt = plcmtOf(lifted.placement);
  return plcmt === undefined ? lifted : { plcmt, ...lifted };
}

/** Of a sequence, 2.6 can say that it begins a pod. */
function liftSequence<T extends Timed>(media: T): T {
  return media.sequence === 1 && media.slotinpod === undefined ? { slotinpod: 1, ...media } : media;
}
