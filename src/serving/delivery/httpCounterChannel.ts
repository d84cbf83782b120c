import { packedOfText, textOfPacked, type CounterChannel } from '#storage/counters/counterChannel.ts';
import { openControlPlane } from '../controlPlane.ts';

/** The channel through the control plane at a base URL, with the installation's secret. `client` names the process. */
export function httpCounterChannel(baseUrl: string, secret: string, client: string): CounterChannel {
  const plane = openControlPlane(baseUrl, secret);
  return {
    async exchange(told, cursor) {
      const answer = await plane.post<Answer>('/internal/counters', { client, cursor, told: textOfPacked(told) });
      const packed = packedOfText(answer.told);
      if (!packed) throw new Error('the control plane answered half an impression');
      return { ...answer, told: packed };
    },
    close: () => plane.close(),
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
