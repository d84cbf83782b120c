/**
 * Stands in for the page's consent platform of TCF 2: the choice is the parameter `gdpr_consent` of the page's address, for
 * trying out what becomes of it. Without one the GDPR does not apply.
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
  // Its name is the standard's.
  Object.assign(window, { __tcfapi: answer });
}
