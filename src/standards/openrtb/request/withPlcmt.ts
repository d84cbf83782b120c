import type { Query } from '../../readQuery.ts';
import type { Imp } from '../types.ts';
import { listedPlacement } from './placementNumbers.ts';
import { filled } from './queryValues.ts';
import { placementsOf } from './videoFromQuery.ts';

/**
 * A tag's parameters with the placement that they declare as the number `plcmt` (OpenRTB 2.6, 3.2.7), else with that of
 * the channel; null = unknown. Values that are in no list are removed. Returns the parameters themselves if nothing
 * changes.
 */
export function queryWithPlcmt(query: Query, plcmt: number | null): Query {
  const [newer, older] = [query.get('plcmt'), query.get('placement')];
  if (plcmt === null && newer === undefined && older === undefined) return query;
  const declared = placementsOf(query);
  const known = declared.plcmt ?? plcmt;
  const isOlderListed = older === undefined || older === String(declared.placement);
  if (known !== null && newer === String(known) && isOlderListed) return query;
  const placed = new Map(query);
  if (known === null) placed.delete('plcmt');
  else placed.set('plcmt', String(known));
  if (!isOlderListed) placed.delete('placement');
  return placed;
}

/** The same for an imp: its video gets `plcmt` and the `placement` of OpenRTB 2.5, or neither where it is unknown. */
export function impWithPlcmt(imp: Imp, plcmt: number | null): Imp {
  const { video } = imp;
  if (!video) return imp;
  const declared = listedPlacement(video);
  const placed = declared.plcmt === undefined && plcmt !== null ? listedPlacement({ plcmt }) : declared;
  if (placed.plcmt === video.plcmt && placed.placement === video.placement) return imp;
  const { plcmt: _newer, placement: _older, ...rest } = video;
  return { ...imp, video: { ...rest, ...filled(placed) } };
}
