/** The redirect URI of a provider, one for each: responses cannot be mixed up. `base`: the console's URL. */
export function redirectUriOf(base: string, providerId: string): string {
  return `${base}/api/auth/sso/${providerId}/callback`;
}

/** The link that signs in with a provider. */
export function startUrlOf(base: string, providerId: string): string {
  return `${base}/api/auth/sso/${providerId}/start`;
}

/** The page after the end of a session at the provider. */
export function afterSignOutUrl(base: string): string {
  return `${base}/login`;
}
