import { describe, expect, test } from 'vitest';
import { readXml } from '../../vast/readXml.ts';
import { adLoadsPlainHttp, unwrappedLoadsPlainHttp, vastLoadsPlainHttp } from './vastLoadsPlainHttp.ts';

const url = 'http://cdn.example/x';
const inVast = (content: string): string => `<VAST xmlns:v="urn:v">${content}</VAST>`;
const cdata = (text: string): string => `<![CDATA[${text}]]>`;

describe('OpenRTB 2.6, 3.2.4: a plain http resource of VAST', () => {
  test.each([
    `<Impression>${cdata(url)}</Impression>`,
    `<Impression id="1">${url}</Impression>`,
    `<MediaFile delivery="progressive" type="video/mp4" width="1" height="1">\n  ${cdata(`\n  ${url}\n`)}\n</MediaFile>`,
    `<Tracking event="start">\t${cdata(url)}</Tracking>`,
    `<VASTAdTagURI>${cdata(url)}</VASTAdTagURI>`,
    `<StaticResource creativeType="image/png">${cdata(url)}</StaticResource>`,
    `<JavaScriptResource apiFramework="omid">${cdata(url)}</JavaScriptResource>`,
    `<ClickTracking>${cdata(url)}</ClickTracking>`,
    `<v:Error>${cdata(url)}</v:Error>`,
    `<AdTitle>${cdata('x')}</AdTitle><Impression>${url}</Impression>`,
    `<HTMLResource>${cdata(`<img src="${url}">`)}</HTMLResource>`,
    '<HTMLResource>&lt;IMG SRC="HTTP&#58;//cdn.example/x"></HTMLResource>',
    '<Impression>HTTP://cdn.example/a</Impression>',
    `<Impression>${cdata('Http://cdn.example/a')}</Impression>`,
    '<Impression>http&#58;//cdn.example/a</Impression>',
    '<Impression>&#x68;ttp://cdn.example/a</Impression>',
    `<Impression><!-- c -->${url}</Impression>`,
    `<Impression><!-- c -->${cdata(url)}</Impression>`,
    `<Impression><?p i?>${cdata(url)}</Impression>`,
    `<Impression id="a>b">${cdata(url)}</Impression>`,
    `<MediaFile id="${'a'.repeat(400)}">${cdata(url)}</MediaFile>`,
    `<Impression>${cdata(' '.repeat(410) + url)}</Impression>`,
    `<Impression>${cdata('')}${cdata(url)}</Impression>`,
    `<Impression>${cdata('ht')}${cdata('tp://cdn.example/a')}</Impression>`,
    `<Impression>${cdata('http')}${cdata('://cdn.example/a')}</Impression>`,
    `<Impression>http${cdata('')}://cdn.example/a</Impression>`,
    `<Impression>${cdata('http\n://cdn.example/a')}</Impression>`,
    `<Impression>${cdata('http:/cdn.example')}</Impression>`,
    `<AdParameters>${cdata(`<img src="${url}">`)}</AdParameters>`,
    `<Impression>${cdata(String.raw`http:\\cdn.example`)}</Impression>`,
    `<Impression>${cdata('ht\ntp://cdn.example/a')}</Impression>`,
    `<Impression>https://a.example/</Impression><Error>${url}</Error>`,
    `<Impression/><Error>${url}</Error>`,
    `<HTMLResource xmlEncoded="true">${cdata('&lt;img src=&quot;http://cdn.example/x&quot;&gt;')}</HTMLResource>`,
    `<HTMLResource xmlEncoded="true">&amp;lt;img src=&amp;quot;http&amp;#58;//cdn.example/x&amp;quot;&amp;gt;</HTMLResource>`,
    `<HTMLResource>${cdata('<img src="http&colon;//cdn.example/x">')}</HTMLResource>`,
    `<HTMLResource>&lt;img src="http&amp;colon;//cdn.example/x"&gt;</HTMLResource>`,
    `<HTMLResource>&lt;iframe srcdoc="&amp;lt;img src='http&amp;amp;colon;//cdn.example/x'&amp;gt;"&gt;</HTMLResource>`,
    `<HTMLResource>${cdata(`<img srcset="https://cdn.example/x 1x, ${url} 2x">`)}</HTMLResource>`,
    `<HTMLResource>${cdata(`<img alt=">" src="${url}">`)}</HTMLResource>`,
    `<HTMLResource>${cdata(`<script>fetch("${url}")</script>`)}</HTMLResource>`,
    `<HTMLResource>${cdata(String.raw`<p style="background:url(\68ttp\3a//cdn.example/x)">`)}</HTMLResource>`,
    `<IFrameResource>${cdata(`data:text/html;base64,${Buffer.from(`<img src="${url}">`).toString('base64')}`)}</IFrameResource>`,
    `<AdParameters>${cdata(`{"src":"${url}"}`)}</AdParameters>`,
    `<AdParameters>${cdata(String.raw`{"videos":[{"url":"http:\/\/cdn.example\/x.mp4"}]}`)}</AdParameters>`,
    `<AdParameters>${cdata(String.raw`{"src":"\u0068ttps:","poster":"\u0068ttp://cdn.example/x"}`)}</AdParameters>`,
    `<AdParameters>{&quot;src&quot;:&quot;http&#58;//cdn.example/x&quot;}</AdParameters>`,
    `<AdParameters xmlEncoded="true">{&amp;quot;src&amp;quot;:&amp;quot;${url}&amp;quot;}</AdParameters>`,
    `<AdParameters>${cdata(`<ad><img src="${url}"/></ad>`)}</AdParameters>`,
  ])('is found in %s', (content) => {
    expect(vastLoadsPlainHttp(inVast(content))).toBe(true);
  });
});

describe('OpenRTB 2.6, 3.2.4: a plain http resource of VAST', () => {
  test.each([
    `<Ad xmlns="http://www.iab.com/VAST" xsi:schemaLocation="http://www.iab.com/VAST vast.xsd"/>`,
    `<ClickThrough>${cdata(url)}</ClickThrough>`,
    `<CompanionClickThrough>${cdata(url)}</CompanionClickThrough>`,
    `<Impression>${cdata('https://a.example/')}</Impression><ClickThrough id="x"> ${cdata(url)}</ClickThrough>`,
    `<Impression>${cdata('https://a.example/')}</Impression><ClickThrough>${url}</ClickThrough>`,
    `<Impression>${cdata(`https://a.example/?u=${url}`)}</Impression>`,
    `<AdTitle>${url}</AdTitle><Advertiser>${cdata(url)}</Advertiser>`,
    `<Category authority="http://iab.example">1</Category>`,
    `<MediaFile>${cdata('http://127.0.0.1:9000/a.mp4')}</MediaFile>`,
    `<!-- <Impression>${cdata(url).replace(']]>', ']]')}</Impression> --><Impression>https://a.example/</Impression>`,
    `<!-- ${url} --><Impression><!-- ${url} -->https://a.example/</Impression>`,
    '<Impression>&#104;ttps://a.example/</Impression><Tracking event="start">HTTPS://a.example/</Tracking>',
    '<Impression></Impression><Impression/>',
    `<HTMLResource>${cdata(`<a href="${url}"><img src="https://cdn.example/x"></a>`)}</HTMLResource>`,
    `<HTMLResource>${cdata(`<!-- <img src="${url}"> --><svg xmlns="http://www.w3.org/2000/svg"></svg>`)}</HTMLResource>`,
    `<AdParameters>${cdata(`{"clickUrl":"${url}","src":"https://cdn.example/x"}`)}</AdParameters>`,
    `<AdParameters>${cdata(`landing=${url}`)}</AdParameters>`,
  ])('is not found in %s', (content) => {
    expect(vastLoadsPlainHttp(inVast(content))).toBe(false);
  });
});

test('OpenRTB 2.6, 3.2.4: VAST that is not well-formed counts as loading by plain http, as it cannot be checked', () => {
  expect(vastLoadsPlainHttp('<VAST><Impression>https://a.example/</VAST>')).toBe(true);
});

test('VAST 4.3, 3.19: the VASTAdTagURI of a wrapper counts only where the player follows it', () => {
  const wrapper = (uri: string, impression: string) => {
    const root = readXml(
      `<Ad><Wrapper><VASTAdTagURI>${uri}</VASTAdTagURI><Impression>${impression}</Impression></Wrapper></Ad>`,
    );
    if (typeof root === 'string') throw new Error(root);
    return [adLoadsPlainHttp(root), unwrappedLoadsPlainHttp(root)];
  };
  expect(wrapper(url, 'https://a.example/')).toEqual([true, false]);
  expect(wrapper('https://a.example/', url)).toEqual([true, true]);
  expect(wrapper('https://a.example/', 'https://a.example/')).toEqual([false, false]);
});

test('OpenRTB 2.6, 3.2.4: half a megabyte of hostile VAST is checked', () => {
  for (const part of ['<Error> https', '<Error>http', '<![CDATA[ ]]>', '<Error/>  ']) {
    const content = part.startsWith('<Error>') ? `${part}</Error>` : part;
    expect(vastLoadsPlainHttp(inVast(content.repeat(9000)))).toBe(false);
  }
});
