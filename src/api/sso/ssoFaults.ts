/** Why a sign-in with an identity provider failed, for the person who tried it. `{detail}` is replaced. */
export const ssoFaultTexts = {
  expired: 'This sign-in has expired, or was started in another browser. Start again.',
  used: 'This sign-in was used already. Start again.',
  disabled: 'Single sign-on is not enabled for this account. Ask the owner of your account.',
  refused: 'The identity provider says: {detail}',
  unreachable: 'The identity provider cannot be reached: {detail}.',
  client: 'The identity provider does not accept the client ID or secret: {detail}.',
  invalid: 'The response of the identity provider is not valid: {detail}.',
  noEmail: 'The identity provider did not send your email address. Ask its administrator to include the claim “email”.',
  unverifiedEmail: 'The identity provider does not mark your email address as verified. Ask its administrator.',
  foreignDomain: 'Your email address is not in a verified domain of this account.',
  unknownUser: 'You do not have a login here yet. Ask the owner of your account for one.',
  notCreated: 'Your login could not be created: {detail}',
  otherLogin: 'Your email address is the login of a user who does not sign in with this identity provider.',
  superAdmin: 'Super admins link their login first: sign in with your password, then open “Your sign-in”.',
  otherIdentity:
    'Your login is linked to another identity at the provider. Ask the owner of your account to unlink it.',
  noRole: 'None of your groups has access. Ask the owner of your account.',
  suspended: 'Your login or its account is suspended.',
  otherPerson: 'You have signed in at the provider as another person than here.',
  notAgain:
    'The identity provider did not confirm that you have signed in there again. Ask its administrator for “auth_time”, or sign in here again and add a second factor within ten minutes.',
  otherSession: 'You are no longer signed in as the user who started to link. Sign in and start again.',
} as const;

/** Code of a fault. */
export type SsoFaultCode = keyof typeof ssoFaultTexts;

/** A failed sign-in with an identity provider. */
export interface SsoFault {
  type: 'failed';
  code: SsoFaultCode;
  /** The cause in the words of the provider or the client library; empty if there are none. */
  detail: string;
}

const maxDetail = 300;

/** A failed sign-in. The detail may be of the provider: it is reduced to one line without markup. */
export function ssoFault(code: SsoFaultCode, detail = ''): SsoFault {
  const plain = detail
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return { type: 'failed', code, detail: plain.slice(0, maxDetail).toWellFormed() };
}

/** Faults that only the owner of the account can correct. */
const ofSettings: readonly SsoFaultCode[] = ['unreachable', 'client', 'invalid'];

/** A fault in words: for the owner, or for a person who has to turn to the owner. */
export function textOfSsoFault(
  { code, detail }: Pick<SsoFault, 'code' | 'detail'>,
  { isForOwner = false }: { isForOwner?: boolean } = {},
): string {
  const text = ssoFaultTexts[code].replace('{detail}', () => detail.replace(/\.$/, ''));
  return ofSettings.includes(code) && !isForOwner ? `${text} Ask the owner of your account.` : text;
}
