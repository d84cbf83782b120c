import type { Assertion, Attestation, CreationOptions, RequestOptions } from '#api/factors/factorSchemas.ts';

/** Whether this browser can use passkeys on this site: they need https or localhost, and a host name. */
export function canUsePasskeys(): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(location.hostname);
  return window.isSecureContext && 'PublicKeyCredential' in window && !isAddress;
}

/** Lets the person use a passkey. Throws an Error with a message for users. */
export async function signWithPasskey(options: RequestOptions): Promise<Assertion> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication({ optionsJSON: options }).catch(throwForPeople);
}

/** Lets the person create a passkey. Throws an Error with a message for users. */
export async function createPasskey(options: CreationOptions): Promise<Attestation> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return startRegistration({ optionsJSON: options }).catch(throwForPeople);
}

function throwForPeople(error: unknown): never {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') throw new Error('You already have a passkey on this device');
  if (name === 'SecurityError') throw new Error('Passkeys belong to another address of the console. Open that one');
  throw new Error('The passkey was not used: it was canceled or took too long. Try again', { cause: error });
}
