import { useRef, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import type { MediaFile } from '#model/index.ts';
import { ApiError, messageOf } from '../lib/problems.ts';
import { isSignedOut } from '../lib/query.ts';
import { useSendFile } from './useMedia.ts';

/** A file that is being uploaded or was refused. */
export interface Upload {
  key: number;
  name: string;
  role: MediaFile['role'];
  /** Sent fraction, 0 to 1; at 1 the server is checking it. */
  part: number;
  /** All its faults; null while it is being uploaded. */
  faults: readonly string[] | null;
}

/** Uploads to one creative, one after another with progress. Refused files stay listed until they are dismissed. */
export function useUploads(id: number) {
  const send = useSendFile(id);
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const lastKey = useRef(0);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const cuts = useRef(new Map<number, AbortController>());

  const update = (key: number, change: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...change } : each)));
  const drop = (key: number) => {
    cuts.current.get(key)?.abort();
    setUploads((all) => all.filter((each) => each.key !== key));
  };

  function add(files: readonly File[], role: MediaFile['role'], replaced?: string) {
    for (const file of files) {
      lastKey.current += 1;
      const key = lastKey.current;
      const cut = new AbortController();
      cuts.current.set(key, cut);
      setUploads((all) => [...all, { key, name: file.name, role, part: 0, faults: null }]);
      queue.current = queue.current.then(async () => {
        if (cut.signal.aborted) return;
        try {
          const onProgress = (part: number) => update(key, { part });
          await send.mutateAsync({ file, role, replaced, onProgress, signal: cut.signal });
          drop(key);
        } catch (error) {
          if (!cut.signal.aborted && !isSignedOut(error)) update(key, { faults: faultsOf(error) });
        } finally {
          cuts.current.delete(key);
        }
      });
    }
  }
  return { uploads, add, drop };
}

function faultsOf(error: unknown): string[] {
  const problems: readonly Problem[] = error instanceof ApiError ? error.problems : [];
  return problems.length > 0 ? problems.map(({ message }) => message) : [messageOf(error)];
}
