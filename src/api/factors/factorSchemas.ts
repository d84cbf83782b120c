import { z } from 'zod';

/** Texts in base64url of at most so many characters. */
const base64url = (max: number) =>
  z
    .string('Required')
    .max(max, `At most ${max} characters`)
    .regex(/^[\w-]*$/, 'Must be base64url');

const transports = z.array(z.string('Must be text').max(30, 'At most 30 characters')).max(10, 'At most 10 entries');

/** The result of a browser that signs in with a passkey (WebAuthn: AuthenticationResponseJSON). */
export const assertionSchema = z
  .object({
    id: base64url(2000),
    rawId: base64url(2000),
    type: z.literal('public-key', 'Must be public-key'),
    response: z.object({
      clientDataJSON: base64url(4000),
      authenticatorData: base64url(4000),
      signature: base64url(4000),
      userHandle: base64url(200).optional(),
    }),
  })
  .describe('AuthenticationResponseJSON of WebAuthn');

export type Assertion = z.output<typeof assertionSchema>;

/** The result of a browser that has created a passkey (WebAuthn: RegistrationResponseJSON). */
export const attestationSchema = z
  .object({
    id: base64url(2000),
    rawId: base64url(2000),
    type: z.literal('public-key', 'Must be public-key'),
    response: z.object({
      clientDataJSON: base64url(4000),
      attestationObject: base64url(30_000),
      transports: transports.optional(),
    }),
  })
  .describe('RegistrationResponseJSON of WebAuthn');

export type Attestation = z.output<typeof attestationSchema>;

const credential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
});

/** A challenge for a browser to use a passkey. */
export const requestOptionsSchema = z
  .object({
    challenge: z.string(),
    timeout: z.int(),
    rpId: z.string(),
    allowCredentials: z.array(credential).describe('Empty = any passkey of this site'),
    userVerification: z.enum(['required', 'preferred']),
  })
  .describe('PublicKeyCredentialRequestOptionsJSON of WebAuthn');

export type RequestOptions = z.output<typeof requestOptionsSchema>;

/** A challenge for a browser to create a passkey. */
export const creationOptionsSchema = z
  .object({
    challenge: z.string(),
    timeout: z.int(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
    excludeCredentials: z.array(credential),
    authenticatorSelection: z.object({
      residentKey: z.literal('preferred'),
      userVerification: z.literal('preferred'),
    }),
    attestation: z.literal('none'),
  })
  .describe('PublicKeyCredentialCreationOptionsJSON of WebAuthn');

export type CreationOptions = z.output<typeof creationOptionsSchema>;

/** Ways to prove who one is, beside the password. */
export const factorMethods = ['passkey', 'app', 'recoveryCode'] as const;

export type FactorMethod = (typeof factorMethods)[number];

const code = z
  .string('Required')
  .trim()
  .min(1, 'Required')
  .max(40, 'At most 40 characters')
  .describe('Code of an authenticator app, or a recovery code');

/** A proof: a code or a passkey. */
export const proofShape = { code: code.optional(), passkey: assertionSchema.optional() };

/** A proof by exactly one of its parts. */
export const hasOneProof = (proof: Readonly<Record<string, unknown>>): boolean =>
  ['code', 'passkey', 'password'].filter((part) => proof[part] !== undefined).length === 1;
