/** How long a lease holds, counted from the moment at which its node asked for it; it is sized to last as long. */
export const leaseMs = 300_000;

/** How long a supplier that calls win notices has to do so: after that a bid is taken as lost, and its money is dropped. */
export const winWaitMs = 15_000;

/** The shortest time that one is given whose notices are known to be fast. */
export const minWinWaitMs = 5000;

/** Longest time for which the money of a bid is held. */
export const maxReservationMs = 1_800_000;

/** A node that has not been heard of for so long gets no part of what is left. */
export const nodeTimeoutMs = 10_000;

/** Events that are counted are counted for good so long after the time up to which everything is said to be loaded. */
export const settleMs = 10_000;
