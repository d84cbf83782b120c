import { describe, expect, it } from 'vitest';
import { readFixture, readInline, readVast, readWrapper } from '../../../tests/vast/buildVast.ts';
import { MAX_VAST_BYTES, parseVast } from './parseVast.ts';

const around = (content: string): string => `<VAST version="3.0"><Ad id="a"><InLine>${content}</InLine></Ad></VAST>`;

describe('parseVast', () => {
  it('reads every part of a 2.0 ad and converts its extensions to the elements of 4.x', () => {
    const ad = readInline(readFixture('inline-2.0'));
    expect(ad).toMatchObject({
      id: 'spot-20',
      adSystem: { name: 'Northwind', version: '9.1' },
      adTitle: 'Harbour tour & dinner',
      description: 'Fifteen seconds by the sea',
      survey: { url: 'https://survey.example/s?id=1' },
      errors: ['https://north.example/err?c=[ERRORCODE]'],
      impressions: [
        { id: 'north', url: 'https://north.example/imp?ord=[CACHEBUSTING]' },
        { id: 'third', url: 'https://third.example/i.gif' },
      ],
    });
    const [video, companions] = ad.creatives;
    expect(video).toMatchObject({
      adId: 'house-1',
      universalAdIds: [{ registry: 'ad-id.example', value: 'CNPA0484000H' }],
    });
    expect(video?.linear?.mediaFiles.map((file) => [file.type, file.width, file.attributes.apiFramework])).toEqual([
      ['video/mp4', 1280, undefined],
      ['video/webm', 640, undefined],
      ['application/javascript', 640, 'VPAID'],
    ]);
    expect(video?.linear?.clicks.clickThrough).toEqual({ id: 'lp', url: 'https://harbour.example/tour?utm=1&x=2' });
    expect(video?.linear?.mezzanines[0]?.text).toBe('https://cdn.example/mezz.mp4');
    expect(video?.linear?.interactiveCreativeFiles[0]?.attributes.apiFramework).toBe('SIMID');
    expect(video?.linear?.icons[0]?.attributes.program).toBe('AdChoices');
    expect(ad.adVerifications[0]?.attributes.vendor).toBe('vendor.example-omid');
    expect(companions?.companionAds?.items[1]?.children[0]?.text).toBe('<!DOCTYPE html><b>sea ]]> side</b>');
    expect(ad.extensions).toEqual([
      {
        attributes: { type: 'waterfall' },
        content:
          '<w:Step xmlns:w="https://north.example/ns" w:index="2">one<w:Note><![CDATA[a < b]]></w:Note>two</w:Step>',
      },
    ]);
  });

  it("declares prefixes that an extension inherits from the root, and drops VAST's own namespace", () => {
    expect(readInline(readFixture('inline-4.2')).extensions[0]?.content).toBe(
      '<ex:Deep xmlns:ex="https://lake.example/ns" ex:a="1"><ex:Leaf/><Plain xmlns="https://other.example/ns">x &amp; y</Plain></ex:Deep>',
    );
  });

  it('reads wrappers with their flags and defaults, under any prefix', () => {
    expect(readWrapper(readFixture('wrapper-3.0'))).toMatchObject({
      vastAdTagUri: 'https://next.example/vast?cb=[CACHEBUSTING]',
      followAdditionalWrappers: false,
      allowMultipleAds: true,
      fallbackOnNoAd: true,
    });
    const wrapper = readWrapper(readFixture('wrapper-4.2'));
    expect(wrapper).toMatchObject({
      followAdditionalWrappers: true,
      allowMultipleAds: false,
      blockedAdCategories: [{ code: 'IAB7-39,IAB26', authority: 'https://iabtechlab.com' }],
      pricing: { value: '3.00', model: 'CPM', currency: 'USD' },
    });
    expect(wrapper.fallbackOnNoAd).toBeUndefined();
    expect(readWrapper(readFixture('wrapper-2.0')).impressions).toEqual([{ url: 'https://south.example/imp?a=1&b=2' }]);
  });

  it('reads the particularities of 4.0, 4.2 and 4.3', () => {
    const four = readInline(readFixture('inline-4.0'));
    expect(four.creatives[0]?.universalAdIds).toEqual([{ registry: 'Ad-ID', value: 'FERRY00100H' }]);
    expect(four.conditionalAd).toBe('false');
    const lake = readInline(readFixture('inline-4.2'));
    expect(lake).toMatchObject({
      adType: 'hybrid',
      adServingId: 'lake-0001',
      expires: '3600',
      viewableImpression: {
        id: 'vi',
        viewable: ['https://lake.example/v'],
        notViewable: ['https://lake.example/nv'],
        viewUndetermined: ['https://lake.example/vu'],
      },
    });
    expect(lake.creatives[0]?.linear?.adParameters?.value).toBe('{"a":"]]>"}');
    expect(lake.creatives[0]?.universalAdIds).toHaveLength(2);
    expect(readInline(readFixture('inline-4.3'))).toMatchObject({ advertiser: 'Radio Works', advertiserId: 'adv9' });
  });

  it('reads pods with their positions and an undeclared xsi prefix', () => {
    expect(readVast(readFixture('inline-3.0')).ads.map((ad) => [ad.id, ad.sequence])).toEqual([
      ['pod-2', 2],
      ['alone', undefined],
    ]);
  });

  it('reads an empty response with its error URLs', () => {
    expect(readVast(readFixture('noad-4.2'))).toEqual({
      version: '4.2',
      errors: ['https://none.example/noad?c=[ERRORCODE]'],
      ads: [],
    });
    expect(readVast('\uFEFF\n <VAST version="2.0"/>').ads).toEqual([]);
  });

  it('tolerates bare ampersands and drops empty trackers', () => {
    expect(readInline(readFixture('sloppy-3.0')).impressions).toEqual([{ url: 'https://sloppy.example/imp?a=1&b=2' }]);
  });

  it('removes characters that XML forbids', () => {
    expect(readInline(around('<AdTitle>a\u0001&#2;&#x1F;b</AdTitle>')).adTitle).toBe('ab');
  });

  it.each([
    ['nothing', ''],
    ['text', 'no ad today'],
    ['JSON', '{"ads":[]}'],
    ['truncated XML', readFixture('inline-3.0').slice(0, 900)],
    ['an HTML page', '<!DOCTYPE html><html><body><p>Not found</body></html>'],
    ['a DOCTYPE', '<!DOCTYPE VAST [<!ENTITY x "y">]><VAST version="3.0"/>'],
    ['a DOCTYPE behind a comment', '<?xml version="1.0"?>\n<!-- a - b --><!DOCTYPE VAST><VAST version="3.0"/>'],
    ['two roots', '<VAST version="3.0"/><VAST version="3.0"/>'],
    ['a response over the limit', `<VAST version="3.0">${' '.repeat(MAX_VAST_BYTES)}</VAST>`],
    ['endless nesting', `<VAST version="3.0">${'<a>'.repeat(9_000)}${'</a>'.repeat(9_000)}</VAST>`],
    ['endless elements', `<VAST version="3.0">${'<Ad/>'.repeat(20_000)}</VAST>`],
  ])('answers 100 to %s', (_, xml) => {
    expect(parseVast(xml)).toMatchObject({ ok: false, errorCode: 100 });
  });

  it.each([
    ['another root', '<rss/>'],
    ['an Ad with nothing in it', '<VAST version="3.0"><Ad id="1"/></VAST>'],
    ['a Wrapper without a tag', '<VAST version="3.0"><Ad><Wrapper><AdSystem/></Wrapper></Ad></VAST>'],
  ])('answers 101 to %s', (_, xml) => {
    expect(parseVast(xml)).toMatchObject({ ok: false, errorCode: 101 });
  });

  it('returns 102 for VAST 1.0 and future versions', () => {
    expect(parseVast('<VideoAdServingTemplate/>')).toMatchObject({ ok: false, errorCode: 102 });
    expect(parseVast('<VAST version="5.0"/>')).toMatchObject({ ok: false, errorCode: 102 });
  });
});
