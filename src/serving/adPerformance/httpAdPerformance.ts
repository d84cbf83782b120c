import type { AdPerformanceData } from '#engine/buying/createAdPerformance.ts';
import type { ControlPlane } from '../snapshot/controlPlane.ts';
import type { FetchAdPerformance } from './startAdPerformance.ts';

/** The query reads two weeks of facts, which takes time. */
const timeoutMs = 30_000;

/** Fetches ad performance from the control plane. */
export function httpAdPerformance(plane: Pick<ControlPlane, 'post'>): FetchAdPerformance {
  return (campaignIds) => plane.post<AdPerformanceData>('/internal/adPerformance', { campaignIds }, timeoutMs);
}
