import type { RequestParams } from './types.ts';

/** The responses of consent platforms, as far as they are read. */
interface TcData {
  gdprApplies?: boolean;
  tcString?: string;
  eventStatus?: string;
}
interface GppData {
  pingData?: { signalStatus?: string; gppString?: string; applicableSections?: number[] };
}
interface UspData {
  uspString?: string;
}

/** The functions of consent platforms: TCF 2, GPP 1.1 and US Privacy 1. */
export interface ConsentApis {
  __tcfapi?: (command: string, version: number, answer: (data: TcData | null, isSuccess: boolean) => void) => void;
  __gpp?: (command: string, answer: (data: GppData | null, isSuccess: boolean) => void) => void;
  __uspapi?: (command: string, version: number, answer: (data: UspData | null, isSuccess: boolean) => void) => void;
}

/** Reads the viewer's choices as tag parameters. Waits up to `waitMs` for platforms that have not answered. */
export type ConsentReader = (waitMs: number) => Promise<RequestParams>;

/**
 * Creates a consent reader. It subscribes to each platform at the first read that finds it, and follows later changes.
 */
export function createConsentReader(
  findApi: <Name extends keyof ConsentApis>(name: Name) => ConsentApis[Name],
): ConsentReader {
  const consentParams: Record<string, string> = {};
  const pendingAnswers = new Map<string, Promise<void>>();

  const subscribeOnce = (name: keyof ConsentApis, listen: (done: () => void) => void) => {
    if (pendingAnswers.has(name) || typeof findApi(name) !== 'function') return;
    pendingAnswers.set(
      name,
      new Promise((done) => {
        try {
          listen(done);
        } catch {
          // A platform that throws declares nothing.
          done();
        }
      }),
    );
  };

  const subscribeAll = () => {
    subscribeOnce('__tcfapi', (done) =>
      findApi('__tcfapi')?.('addEventListener', 2, (data, isSuccess) => {
        if (!isSuccess || !data) return done();
        if (typeof data.gdprApplies === 'boolean') consentParams['gdpr'] = data.gdprApplies ? '1' : '0';
        // While the dialog is open, the viewer has not chosen yet.
        const hasChoice = data.eventStatus === 'tcloaded' || data.eventStatus === 'useractioncomplete';
        if (hasChoice && data.tcString) consentParams['gdpr_consent'] = data.tcString;
        if (hasChoice || data.gdprApplies === false) done();
      }),
    );
    subscribeOnce('__gpp', (done) =>
      findApi('__gpp')?.('addEventListener', (data, isSuccess) => {
        if (!isSuccess || !data?.pingData) return done();
        const { signalStatus, gppString, applicableSections = [] } = data.pingData;
        if (signalStatus !== 'ready') return;
        if (gppString) consentParams['gpp'] = gppString;
        // 0 and -1 mean that no section applies.
        const sections = applicableSections.filter((id) => id > 0);
        if (sections.length > 0) consentParams['gpp_sid'] = sections.join(',');
        done();
      }),
    );
    subscribeOnce('__uspapi', (done) =>
      findApi('__uspapi')?.('getUSPData', 1, (data, isSuccess) => {
        if (isSuccess && data?.uspString) consentParams['us_privacy'] = data.uspString;
        done();
      }),
    );
  };

  return async (waitMs) => {
    subscribeAll();
    const wait = new Promise<void>((done) => setTimeout(done, waitMs));
    await Promise.race([Promise.all(pendingAnswers.values()), wait]);
    return { ...consentParams };
  };
}
