import { useRef, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import type { MediaFile } from '#model/index.ts';
import { ApiError, messageOf } from '../lib/problems.ts';
import { isSignedOut } from '../lib/query.ts';
import { useSendFile } from './useMedia.ts';

/** A file that is sent, or could not be taken. */
export interface Upload {
  key: number;
  name: string;
  role: MediaFile['role'];
  /** Part of it that is sent, from 0 to 1; at 1 it is looked into. */
  part: number;
  /** Everything that is wrong with it; null while it is on its way. */
  faults: readonly string[] | null;
}

/** Uploads to one creative: one after the other, each with its progress; what is refused stays until it is put away. */
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
