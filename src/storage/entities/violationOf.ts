/** The constraint that a unique violation reported by the database names; null for every other error. */
export function violationOf(error: unknown): { constraint: string } | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === '23505' && 'constraint' in cause && typeof cause.constraint === 'string') {
      return { constraint: cause.constraint };
    }
  }
  return null;
}
