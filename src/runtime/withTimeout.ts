/** Waits for a promise for at most `ms` milliseconds. Returns null when it takes longer; a later failure is ignored. */
export async function withTimeout<T>(ms: number, outcome: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<null>((done) => {
    timer = setTimeout(() => done(null), ms);
  });
  try {
    return await Promise.race([outcome, timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
