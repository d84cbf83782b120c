/** States of a run of a schedule. */
export const runStates = ['running', 'done', 'failed'] as const;
export type RunState = (typeof runStates)[number];

/** How a file reaches somebody. */
export const deliveryKinds = ['bell', 'colleague', 'email'] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];

/**
 * States of a delivery. `stopped`: the recipient wants no more of them. `unknown`: the process ended while it handed the
 * mail over, so that it is not known whether it arrived; such a mail is not sent again.
 */
export const deliveryStates = ['waiting', 'sending', 'sent', 'failed', 'stopped', 'unknown'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
