import { decodePacked, encodePacked, type CounterChannel } from '#storage/counters/counterChannel.ts';
import type { ControlPlane } from '../snapshot/controlPlane.ts';

/** The channel through the control plane, which is left open. `client` names the process. */
export function httpCounterChannel(plane: Pick<ControlPlane, 'post'>, client: string): CounterChannel {
  return {
    async exchange(told, cursor) {
      const answer = await plane.post<Answer>('/internal/counters', { client, cursor, told: encodePacked(told) });
      const packed = decodePacked(answer.told);
      if (!packed) throw new Error('the control plane returned an incomplete impression');
      return { ...answer, told: packed };
    },
    close: async () => undefined,
  };
}

/** What the control plane answers: src/api/delivery/counterRoute.ts. */
interface Answer {
  cursor: string;
  told: string;
  hasMore: boolean;
  hasForgotten: boolean;
  processes: number;
}
