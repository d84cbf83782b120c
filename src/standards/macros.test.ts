import { describe, expect, it } from 'vitest';
import { expandErrorUrl, fillPassedOnMacros, fillVastMacros, preparedMacros, SERVER_MACROS } from './macros.ts';

describe('fillVastMacros', () => {
  it('encodes each value once and joins lists by bare commas', () => {
    expect(
      fillVastMacros('https://d.example/v?p=[PAGEURL]&s=[PLAYERSIZE]&m=%5BMEDIAMIME%5D', {
        PAGEURL: 'https://pub.example/a?b=1&c=ø',
        PLAYERSIZE: ['640', '360'],
        MEDIAMIME: ['video/mp4', 'a,b'],
      }),
    ).toBe('https://d.example/v?p=https%3A%2F%2Fpub.example%2Fa%3Fb%3D1%26c%3D%C3%B8&s=640,360&m=video%2Fmp4,a%2Cb');
  });

  it('writes -1 for unknown and -2 for withheld values', () => {
    expect(fillVastMacros('?a=[IFA]&b=[DEVICEIP]&c=[DOMAIN]', { IFA: null, DOMAIN: '' })).toBe('?a=-2&b=-1&c=');
  });

  it("leaves the player's macros and unknown names as they are", () => {
    const url = '?a=[ERRORCODE]&b=[ADPLAYHEAD]&c=[WHATEVER]&d=[1]&e=${FOO}&f=$BAR&g=[GDPR]&h=[toString]';
    expect(fillVastMacros(url, { ERRORCODE: '1', WHATEVER: 'x', FOO: 'y' })).toBe(url);
  });

  it('leaves TIMESTAMP and CACHEBUSTING to the player unless they are given', () => {
    expect(fillVastMacros('[CACHEBUSTING]/%5BTIMESTAMP%5D', {})).toBe('[CACHEBUSTING]/%5BTIMESTAMP%5D');
    expect(fillVastMacros('[CACHEBUSTING]', { CACHEBUSTING: '12345678' })).toBe('12345678');
  });

  it('fills the privacy, supply chain and price macros of other standards', () => {
    expect(
      fillVastMacros(
        '?g=${GDPR}&c=${GDPR_CONSENT_123}&u=${US_PRIVACY}&s=${GPP_STRING_nnn}&i=${GPP_SID}&ch=$SCHAIN&p=$%7BAUCTION_PRICE%7D',
        {
          GDPR: '1',
          GDPRCONSENT: 'CQSb',
          US_PRIVACY: '1YNN',
          GPPSTRING: 'DBAA~x',
          GPPSECTIONID: ['7', '8'],
          SCHAIN: '1.0,1!a.example,1,1',
          AUCTION_PRICE: '1.25',
        },
      ),
    ).toBe('?g=1&c=CQSb&u=1YNN&s=DBAA~x&i=7,8&ch=1.0%2C1!a.example%2C1%2C1&p=1.25');
  });

  it('fills unknown values in the dollar forms with nothing', () => {
    expect(fillVastMacros('?g=${GDPR}&c=${GDPR_CONSENT_1}&n=$SCHAIN', {})).toBe('?g=&c=&n=');
  });

  it('does not fill macros inside values', () => {
    expect(fillVastMacros('?a=[DOMAIN]&b=[IFA]', { DOMAIN: '[IFA]', IFA: 'x' })).toBe('?a=%5BIFA%5D&b=x');
  });

  it('fills the macros of an account’s own parameters, in any case, and never overrides a known macro', () => {
    const own = { genre: 'a b', 'ad.slot-1': '', domain: 'own', constructor: 'c' };
    const url = '?a=[GENRE]&b=%5Bgenre%5D&c=[AD.SLOT-1]&d=[DOMAIN]&e=[CONSTRUCTOR]&f=[VALUEOF]';
    expect(fillVastMacros(url, { ...own, DOMAIN: 'news.example' })).toBe(
      '?a=a%20b&b=a%20b&c=&d=news.example&e=c&f=[VALUEOF]',
    );
  });

  it('survives values that cannot be encoded', () => {
    expect(fillVastMacros('?a=[DOMAIN]', { DOMAIN: 'a\uD800' })).toBe('?a=a%EF%BF%BD');
  });
});

describe('VAST 4.3, 6: a value is percent-encoded as its place requires', () => {
  const values = { PAGEURL: 'https://pub.example/a?b=1', DOMAIN: 'pub.example', PLAYERSIZE: ['640', '360'] };
  const once = 'https%3A%2F%2Fpub.example%2Fa%3Fb%3D1';
  const twice = encodeURIComponent(once);

  it.each(['[PAGEURL]', '%5BPAGEURL%5D', '%5bPAGEURL%5d'])('%s in a parameter: once', (macro) => {
    expect(fillVastMacros(`https://a.example/v?u=${macro}&x=1`, values)).toBe(`https://a.example/v?u=${once}&x=1`);
  });

  it.each(['[PAGEURL]', '%5BPAGEURL%5D', '%255BPAGEURL%255D'])('%s in a URL that is a parameter: twice', (macro) => {
    const inner = `https%3A%2F%2Fb.example%2Fv%3Fp%3D1%26u%3D`;
    expect(fillVastMacros(`https://a.example/?to=${inner}${macro}&u=[PAGEURL]&s=[PLAYERSIZE]`, values)).toBe(
      `https://a.example/?to=${inner}${twice}&u=${once}&s=640,360`,
    );
  });

  it('twice in a parameter of names and values, and once behind it', () => {
    expect(fillVastMacros('https://a.example/?cust_params=k%3D[PAGEURL]%26l%3D[PAGEURL]&u=[PAGEURL]', values)).toBe(
      `https://a.example/?cust_params=k%3D${twice}%26l%3D${twice}&u=${once}`,
    );
    expect(fillVastMacros('https://a.example/k%3D[PAGEURL]?id=aGk%3D&u=[PAGEURL]', values)).toBe(
      `https://a.example/k%3D${once}?id=aGk%3D&u=${once}`,
    );
  });

  it('three times in a parameter of names and values of a URL that is a parameter', () => {
    const params = `k=${encodeURIComponent('v=')}`;
    const filled = fillVastMacros(
      `https://a.example/?to=${encodeURIComponent(`https://b.example/?${params}`)}[PAGEURL]`,
      values,
    );
    const b = new URL(new URL(filled).searchParams.get('to') ?? '');
    expect(new URLSearchParams(b.searchParams.get('k') ?? '').get('v')).toBe(values.PAGEURL);
  });

  it('three times in a URL in a URL, and less often behind it', () => {
    const inner = encodeURIComponent('https://b.example/?to=' + encodeURIComponent('https://c.example/?u='));
    const url = `https://a.example/?to=${inner}[PAGEURL]%26u%3D[PAGEURL]`;
    const filled = fillVastMacros(url, values);
    const b = new URL(new URL(filled).searchParams.get('to') ?? '');
    expect(b.searchParams.get('u')).toBe(values.PAGEURL);
    expect(new URL(b.searchParams.get('to') ?? '').searchParams.get('u')).toBe(values.PAGEURL);
  });
});

describe('SupplyChain 1.0, non-OpenRTB requests: the macro is replaced with the chain, its commas and bangs unencoded', () => {
  const SCHAIN = '1.0,1!a.example,1%2C2,1!b.example,3,1'.split(',');
  it.each(['$SCHAIN', '%24SCHAIN', '${SCHAIN}', '%24%7BSCHAIN%7D', '[SCHAIN]', '%5BSCHAIN%5D'])('%s', (macro) => {
    for (const fill of [fillVastMacros, fillPassedOnMacros]) {
      expect(fill(`?schain=${macro}&a=1`, { SCHAIN })).toBe('?schain=1.0,1!a.example,1%252C2,1!b.example,3,1&a=1');
      expect(fill(`?schain=${macro}&a=1`, {})).toBe('?schain=&a=1');
    }
  });
});

describe('fillPassedOnMacros', () => {
  it('fills what the server knows', () => {
    expect(
      fillPassedOnMacros('?a=%5bDOMAIN%5d&b=%5BIFA%5D&c=%24%7BGDPR%7D&d=%24%7BAUCTION_PRICE%7D&e=%5Bgenre%5D', {
        DOMAIN: 'pub.example',
        IFA: null,
        GDPR: '1',
        AUCTION_PRICE: '1.25',
        genre: '',
      }),
    ).toBe('?a=pub.example&b=-2&c=1&d=1.25&e=');
  });

  it('VAST 4.3, 6: leaves what a player may know to it, in the form that players replace', () => {
    const url = '?a=%5BPAGEURL%5D&b=[CACHEBUSTING]&c=%5bTIMESTAMP%5d&d=%5BERRORCODE%5D&e=[ADPLAYHEAD]&f=%255BIFA%255D';
    expect(fillPassedOnMacros(url, { PAGEURL: '' })).toBe(
      '?a=[PAGEURL]&b=[CACHEBUSTING]&c=[TIMESTAMP]&d=[ERRORCODE]&e=[ADPLAYHEAD]&f=[IFA]',
    );
  });

  it('empties macros of other standards, which no player replaces, but leaves the price to the buyer', () => {
    expect(fillPassedOnMacros('?a=${GDPR}&b=${US_PRIVACY}&c=${AUCTION_PRICE}&d=${AUCTION_ID}', {})).toBe(
      '?a=&b=&c=${AUCTION_PRICE}&d=${AUCTION_ID}',
    );
  });

  it('leaves all else as it is', () => {
    const url = '?a=%5BWHATEVER%5D&b=[1]&c=$BAR&d=%5Bx%5D';
    expect(fillPassedOnMacros(url, {})).toBe(url);
  });
});

describe('preparedMacros', () => {
  it('fills the same URL repeatedly', () => {
    const fill = preparedMacros('https://d.example/?i=[IFA]&d=[DOMAIN]');
    expect(fill({ IFA: '1', DOMAIN: 'a.example' })).toBe('https://d.example/?i=1&d=a.example');
    expect(fill({ IFA: '2' })).toBe('https://d.example/?i=2&d=-1');
  });
});

describe('SERVER_MACROS', () => {
  it('lists only forms that are filled', () => {
    for (const macro of SERVER_MACROS) {
      const shared: Record<string, string> = { GDPRCONSENT: 'v', GPPSTRING: 'v', GPPSECTIONID: 'v' };
      for (const form of macro.forms) expect(fillVastMacros(form, { ...shared, [macro.name]: 'v' })).toBe('v');
    }
  });
});

describe('expandErrorUrl', () => {
  it('fills code, time and cache buster, plain or percent-encoded', () => {
    expect(
      expandErrorUrl('https://d.example/e?c=[ERRORCODE]&b=%5bCACHEBUSTING%5d&t=[TIMESTAMP]&r=[REASON]', 303, {
        cachebusting: '12345678',
        timestamp: '2026-01-02T03:04:05.000Z',
      }),
    ).toBe('https://d.example/e?c=303&b=12345678&t=2026-01-02T03%3A04%3A05.000Z&r=[REASON]');
  });

  it('VAST 4.3, 6: fills them in a URL that is a parameter, however often they are encoded', () => {
    const moment = { cachebusting: '12345678', timestamp: '2026-01-02T03:04:05.000Z' };
    const inner = 'https://e.example/?c=[ERRORCODE]&t=[TIMESTAMP]&b=[CACHEBUSTING]&r=[PAGEURL]';
    for (const url of [encodeURIComponent(inner), encodeURIComponent(inner.replace(/[[\]]/g, encodeURIComponent))]) {
      const filled = new URL(expandErrorUrl(`https://d.example/?to=${url}`, 303, moment)).searchParams.get('to') ?? '';
      expect([...new URL(filled).searchParams.values()]).toEqual(['303', moment.timestamp, '12345678', '[PAGEURL]']);
    }
  });
});
