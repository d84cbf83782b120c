import { decodePacked, encodePacked, type CounterTransport } from '#storage/counters/counterTransport.ts';
import type { ControlPlane } from '../snapshot/controlPlane.ts';

/** A counter transport through the control plane. `client` names the process. */
export function httpCounterTransport(plane: Pick<ControlPlane, 'post'>, client: string): CounterTransport {
  return {
    async exchange(impressions, cursor) {
      const answer = await plane.post<Answer>('/internal/counters', {
        client,
        cursor,
        impressions: encodePacked(impressions),
      });
      const packed = decodePacked(answer.impressions);
      if (!packed) throw new Error('the control plane returned an incomplete impression');
      return { ...answer, impressions: packed };
    },
    close: async () => undefined,
  };
}

/** Response of the control plane: src/api/delivery/counterRoute.ts. */
interface Answer {
  cursor: string;
  impressions: string;
  hasMore: boolean;
  mustResend: boolean;
  processes: number;
}
