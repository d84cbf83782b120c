import type { AdPerformanceData } from '#engine/buying/createAdPerformance.ts';
import type { ControlPlane } from '../snapshot/controlPlane.ts';
import type { FetchAdPerformance } from './startAdPerformance.ts';

/** Two weeks of facts may take their time. */
const timeoutMs = 30_000;

/** Asks the control plane. */
export function httpAdPerformance(plane: Pick<ControlPlane, 'post'>): FetchAdPerformance {
  return (campaignIds) => plane.post<AdPerformanceData>('/internal/learned', { campaignIds }, timeoutMs);
}
