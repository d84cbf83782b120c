import { describe, expect, test } from 'vitest';
import { createConsentReader, type ConsentApis } from './readConsent.ts';

const readerOf = (apis: ConsentApis) => createConsentReader((name) => apis[name]);
const long = 60_000;

describe('the viewer’s choices', () => {
  test('are empty without a consent platform, with no wait', async () => {
    expect(await readerOf({})(long)).toEqual({});
  });

  test('are read from every consent platform of the page', async () => {
    const read = readerOf({
      __tcfapi: (_command, _version, answer) =>
        answer({ gdprApplies: true, eventStatus: 'tcloaded', tcString: 'C1' }, true),
      __gpp: (_command, answer) =>
        answer({ pingData: { signalStatus: 'ready', gppString: 'G1', applicableSections: [2, 7, 0] } }, true),
      __uspapi: (_command, _version, answer) => answer({ uspString: '1YNN' }, true),
    });
    expect(await read(long)).toEqual({
      gdpr: '1',
      gdpr_consent: 'C1',
      gpp: 'G1',
      gpp_sid: '2,7',
      us_privacy: '1YNN',
    });
  });

  test('are not waited for where the GDPR does not apply', async () => {
    const read = readerOf({
      __tcfapi: (_command, _version, answer) => answer({ gdprApplies: false, eventStatus: 'cmpuishown' }, true),
    });
    expect(await read(long)).toEqual({ gdpr: '0' });
  });

  test('exclude the string that the platform holds before the viewer has chosen', async () => {
    const read = readerOf({
      __tcfapi: (_command, _version, answer) =>
        answer({ gdprApplies: true, eventStatus: 'cmpuishown', tcString: 'OLD' }, true),
    });
    expect(await read(1)).toEqual({ gdpr: '1' });
  });

  test('follow later changes, with one listener', async () => {
    const listeners: ((data: object, isSuccess: boolean) => void)[] = [];
    const read = readerOf({ __tcfapi: (_command, _version, answer) => void listeners.push(answer) });
    expect(await read(1)).toEqual({});
    listeners[0]?.({ gdprApplies: true, eventStatus: 'useractioncomplete', tcString: 'C2' }, true);
    expect(await read(long)).toEqual({ gdpr: '1', gdpr_consent: 'C2' });
    listeners[0]?.({ gdprApplies: true, eventStatus: 'useractioncomplete', tcString: 'C3' }, true);
    expect(await read(long)).toMatchObject({ gdpr_consent: 'C3' });
    expect(listeners).toHaveLength(1);
  });

  test('are empty when platforms fail', async () => {
    const read = readerOf({
      __tcfapi: () => {
        throw new Error('a fault of the platform');
      },
      __gpp: (_command, answer) => answer(null, false),
      __uspapi: (_command, _version, answer) => answer(null, false),
    });
    expect(await read(long)).toEqual({});
  });
});
