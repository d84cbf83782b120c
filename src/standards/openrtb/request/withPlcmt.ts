import type { Query } from '../../readQuery.ts';
import type { Imp } from '../types.ts';
import { placementsOf } from './videoFromQuery.ts';

/**
 * A tag's parameters with `plcmt` (OpenRTB 2.6, 3.2.7) where they declare no placement. Returns the parameters
 * themselves if they declare one, or if `plcmt` is null (unknown).
 */
export function queryWithPlcmt(query: Query, plcmt: number | null): Query {
  if (plcmt === null) return query;
  const declared = placementsOf(query);
  if (declared.plcmt !== undefined || declared.placement !== undefined) return query;
  return new Map(query).set('plcmt', String(plcmt));
}

/** The same for an imp: its video gets `plcmt` where it declares no placement. */
export function impWithPlcmt(imp: Imp, plcmt: number | null): Imp {
  const { video } = imp;
  if (plcmt === null || !video || video.plcmt !== undefined || video.placement !== undefined) return imp;
  return { ...imp, video: { ...video, plcmt } };
}
