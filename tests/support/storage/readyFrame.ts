import { frameOf, type Frame, type TransactionState } from '#storage/store/postgresFrames.ts';

/** ReadyForQuery in the given transaction state. */
export function readyFrame(state: TransactionState): Frame {
  return frameOf('Z', Buffer.from(state));
}
