import type { NoticeClaims } from '#storage/notices/noticeClaims.ts';
import type { ControlPlane } from '../snapshot/controlPlane.ts';

/** Maximum IDs per call, as in the contract of the call. */
const page = 500;

interface Waiting {
  id: string;
  resolve: (isFirst: boolean) => void;
  reject: (error: unknown) => void;
}

/** Claims through the control plane: one call at a time, with all IDs that have come meanwhile. */
export function httpNoticeClaims(plane: Pick<ControlPlane, 'post'>): NoticeClaims {
  const waiting: Waiting[] = [];
  let isCalling = false;
  const callWaiting = async () => {
    isCalling = true;
    while (waiting.length > 0) {
      const called = waiting.splice(0, page);
      try {
        const ids = called.map(({ id }) => id);
        const { first } = await plane.post<Answer>('/internal/notices', { ids }, timeoutMs);
        called.forEach(({ resolve }, index) => resolve(first[index] !== false));
      } catch (error) {
        for (const { reject } of called) reject(error);
      }
    }
    isCalling = false;
  };
  return {
    claim: (id) =>
      new Promise((resolve, reject) => {
        waiting.push({ id, resolve, reject });
        if (!isCalling) void callWaiting();
      }),
  };
}

const timeoutMs = 500;

/** Response of the control plane: src/api/notices/noticeRoute.ts. */
interface Answer {
  /** For each ID, whether it was the first claim. */
  first: boolean[];
}
