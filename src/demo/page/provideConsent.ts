/**
 * A stand-in for the page's TCF 2 consent platform: the choice is the query parameter `gdpr_consent`, to try out its
 * effect. Without it the GDPR does not apply.
 */
export function provideConsent(): void {
  const consent = new URLSearchParams(location.search).get('gdpr_consent');
  const data = {
    gdprApplies: consent !== null,
    tcString: consent ?? '',
    eventStatus: 'tcloaded',
    cmpStatus: 'loaded',
    listenerId: 1,
  };
  const answer = (command: string, _version: number, callback: (result: typeof data, isSuccess: boolean) => void) => {
    if (command === 'addEventListener') callback(data, true);
  };
  // The name that the standard requires (TCF CMP API).
  Object.assign(window, { __tcfapi: answer });
}
