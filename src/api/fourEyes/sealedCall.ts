import { isDeepStrictEqual } from 'node:util';
import { type SecretPlace, type SecretSealer, UnreadableSecret } from '#runtime/sealing/secretSealer.ts';
import type { SentCall } from '../parseCall.ts';

/** The place of the sealed call of a waiting change. */
function placeOf(id: string): SecretPlace {
  return { table: 'waiting_changes', column: 'sealed_call', row: id };
}

/** Seals the values of a call, which may have secrets. */
export function sealCall(sealer: SecretSealer, id: string, call: SentCall): string {
  return sealer.seal(textOf(call), placeOf(id));
}

/** The values of a sealed call; null if it was sealed with another secret, or for another change. */
export function openCall(sealer: SecretSealer, id: string, sealed: string): SentCall | null {
  try {
    return JSON.parse(sealer.open(sealed, placeOf(id))) as SentCall;
  } catch (error) {
    if (error instanceof UnreadableSecret) return null;
    throw error;
  }
}

/** Whether a sealed call has the same values as another one. */
export function isSameCall(opened: SentCall | null, call: SentCall): boolean {
  return opened !== null && isDeepStrictEqual(opened, JSON.parse(textOf(call)));
}

function textOf({ params, query, body }: SentCall): string {
  return JSON.stringify({ params, query, body });
}
