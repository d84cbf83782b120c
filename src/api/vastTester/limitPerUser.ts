/** Limits a user's concurrent work: beyond the maximum, returns null instead of running it. */
export function limitPerUser(maxConcurrent: number): <T>(userId: number, work: () => Promise<T>) => Promise<T | null> {
  const running = new Map<number, number>();
  return async (userId, work) => {
    const count = running.get(userId) ?? 0;
    if (count >= maxConcurrent) return null;
    running.set(userId, count + 1);
    try {
      return await work();
    } finally {
      const left = (running.get(userId) ?? 1) - 1;
      if (left > 0) running.set(userId, left);
      else running.delete(userId);
    }
  };
}
