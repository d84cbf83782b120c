export const runStates = ['running', 'done', 'failed'] as const;
export type RunState = (typeof runStates)[number];

/** Delivery methods of a file. */
export const deliveryKinds = ['bell', 'colleague', 'email'] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];

/**
 * States of a delivery. `stopped`: the recipient has unsubscribed. `unknown`: the process ended while it handed over
 * the mail, so it may have arrived; such a mail is not sent again.
 */
export const deliveryStates = ['waiting', 'sending', 'sent', 'failed', 'stopped', 'unknown'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
