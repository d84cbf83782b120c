import { describe, expect, test } from 'vitest';
import { isPlainHttp, loadsPlainHttp, vastLoadsPlainHttp } from './isSecureBid.ts';

const url = 'http://cdn.example/x';

describe('2.4: a plain http resource of HTML', () => {
  test.each([
    `<img src="${url}">`,
    `<img src='${url}'>`,
    `<IMG SRC=${url}>`,
    `<img width="1"\n src = "${url}">`,
    `<script>document.write("<img src=\\"${url}\\">")</script>`,
    `<script>new Image().src='${url}'</script>`,
    `<img srcset="${url} 2x">`,
    `<video poster="${url}">`,
    `<td background="${url}">`,
    `<div style="background:url(${url})">`,
    `<style>a{background-image:URL( '${url}' )}</style>`,
    `<style>@import "${url}";</style>`,
    `<link rel="stylesheet" href="${url}">`,
    `<svg><image xlink:href="${url}"/></svg>`,
    `<object type="image/png" data="${url}"></object>`,
    `<a href="${url}">${url}</a><img src="https://a.example/?src=${url}"><iframe src="${url}"></iframe>`,
    `<img src="http://localhost.example/x">`,
    `<img src="http://127.0.0.1.example/x">`,
  ])('is found in %s', (html) => {
    expect(loadsPlainHttp(html)).toBe(true);
  });
});

describe('2.4: a plain http resource of HTML', () => {
  test.each([
    '<img src="https://cdn.example/x">',
    '<img src="//cdn.example/x">',
    `<a href="${url}">Buy</a>`,
    `<svg><a xlink:href="${url}"></a></svg>`,
    `<p>${url}</p>`,
    `<a href="https://click.example/?src=${url}&amp;data=${url}">Buy</a>`,
    `<img src="https://cdn.example/x?u=${url}" alt="">`,
    `<script>var landing = "${url}"; open("${url}")</script>`,
    `<svg xmlns="http://www.w3.org/2000/svg"></svg>`,
    `<div data-href="${url}">`,
    '<img src="http://localhost:8080/x"><img src="http://ads.localhost/x"><img src="http://127.0.0.1/x">',
    '<script src="http://[::1]:8080/x"></script>',
    '',
  ])('is not found in %s', (html) => {
    expect(loadsPlainHttp(html)).toBe(false);
  });
});

const cdata = (text: string): string => `<![CDATA[${text}]]>`;

describe('2.4: a plain http resource of VAST', () => {
  test.each([
    `<Impression>${cdata(url)}</Impression>`,
    `<Impression id="1">${url}</Impression>`,
    `<MediaFile delivery="progressive" type="video/mp4" width="1" height="1">\n  ${cdata(`\n  ${url}\n`)}\n</MediaFile>`,
    `<Tracking event="start">\t${cdata(url)}</Tracking>`,
    `<VASTAdTagURI>${cdata(url)}</VASTAdTagURI>`,
    `<StaticResource creativeType="image/png">${cdata(url)}</StaticResource>`,
    `<JavaScriptResource apiFramework="omid">${cdata(url)}</JavaScriptResource>`,
    `<ClickTracking>${cdata(url)}</ClickTracking>`,
    `<v:Error xmlns:v="http://www.iab.com/VAST">${cdata(url)}</v:Error>`,
    `<AdTitle>${cdata('x')}</AdTitle><Impression>${url}</Impression>`,
    `<HTMLResource>${cdata(`<img src="${url}">`)}</HTMLResource>`,
  ])('is found in %s', (vast) => {
    expect(vastLoadsPlainHttp(vast)).toBe(true);
  });
});

describe('2.4: a plain http resource of VAST', () => {
  test.each([
    `<VAST xmlns="http://www.iab.com/VAST" xsi:schemaLocation="http://www.iab.com/VAST vast.xsd">`,
    `<ClickThrough>${cdata(url)}</ClickThrough>`,
    `<CompanionClickThrough>${cdata(url)}</CompanionClickThrough>`,
    `<Impression>${cdata('https://a.example/')}</Impression><ClickThrough id="x"> ${cdata(url)}</ClickThrough>`,
    `<Impression>${cdata('https://a.example/')}</Impression><ClickThrough>${url}</ClickThrough>`,
    `<Impression>${cdata(`https://a.example/?u=${url}`)}</Impression>`,
    `<AdTitle>${url}</AdTitle><Advertiser>${cdata(url)}</Advertiser>`,
    `<Category authority="http://iab.example">1</Category>`,
    `<MediaFile>${cdata('http://127.0.0.1:9000/a.mp4')}</MediaFile>`,
  ])('is not found in %s', (vast) => {
    expect(vastLoadsPlainHttp(vast)).toBe(false);
  });
});

test.each([
  [' HTTP://a.example/', true],
  ['http:a.example', true],
  ['https://a.example/?u=http://b.example', false],
  ['http://localhost/', false],
  ['http://user@localhost/', true],
  [undefined, false],
])('2.4: %s is plain http: %s', (text, isPlain) => {
  expect(isPlainHttp(text)).toBe(isPlain);
});

test('2.4: a megabyte of URLs that are not resources is handled', () => {
  const hostile = [' http://', '>http://', '<x href="http://', '<![CDATA[http://', '<a '.repeat(100) + 'http://'];
  for (const part of hostile) {
    const text = part.repeat(1_000_000 / part.length);
    expect([loadsPlainHttp(text), vastLoadsPlainHttp(text)]).toEqual([false, false]);
  }
});
