import type { SecretPlace, SecretSealer } from '#runtime/sealing/secretSealer.ts';
import type { SentCall } from '../parseCall.ts';

/** The place of the sealed call of a waiting change. */
function placeOf(id: string): SecretPlace {
  return { table: 'waiting_changes', column: 'sealed_call', row: id };
}

/** Seals the values of a call, which may have secrets. */
export function sealCall(sealer: SecretSealer, id: string, { params, query, body }: SentCall): string {
  return sealer.seal(JSON.stringify({ params, query, body }), placeOf(id));
}

/** The values of a sealed call. Throws UnreadableSecret. */
export function openCall(sealer: SecretSealer, id: string, sealed: string): SentCall {
  return JSON.parse(sealer.open(sealed, placeOf(id))) as SentCall;
}
