/** Validity of a lease from its request on, in milliseconds. It is sized to last that long. */
export const leaseMs = 300_000;

/**
 * The time that a supplier has to send win notices, in milliseconds: after that a bid counts as lost and its
 * reservation is dropped.
 */
export const winWaitMs = 15_000;

/** The shortest such wait, for suppliers whose notices are known to be fast. */
export const minWinWaitMs = 5000;

/** The longest time for which the money of a bid is reserved, in milliseconds. */
export const maxReservationMs = 1_800_000;

/** A node that has not reported for this long, in milliseconds, gets no share. */
export const nodeTimeoutMs = 10_000;

/** Events count as final this long, in milliseconds, after the time up to which everything is reported as loaded. */
export const settleMs = 10_000;
