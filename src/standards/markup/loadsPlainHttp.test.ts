import { describe, expect, test } from 'vitest';
import { isPlainHttp } from './isPlainHttp.ts';
import { loadsPlainHttp } from './loadsPlainHttp.ts';

const url = 'http://cdn.example/x';

describe('OpenRTB 2.6, 3.2.4: a plain http resource of HTML', () => {
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
    `<img src="http://localhost@cdn.example/x"><br>`,
    '<img src="HTTP://cdn.example/x">',
    '<IFRAME SRC=Http://cdn.example/x>',
    '<div style="background:url(hTTp://cdn.example/x)">',
    '<img src="http:/cdn.example/x">',
    String.raw`<img src="http:\\cdn.example\x">`,
    `<img src="${' '.repeat(13)}${url}">`,
    `<img src${' '.repeat(16)}=${' '.repeat(13)}"${url}">`,
    '<img src="&#104;ttp://cdn.example/x">',
    '<img src="&#x68;ttp://cdn.example/x">',
    '<img src="http&#58//cdn.example/x">',
    '<img src="http&colon;//cdn.example/x">',
    '<img src="&Tab;http&colon;&sol;&sol;cdn.example/x">',
    '<img src="&#0000104;ttp://cdn.example/x">',
    '<iframe srcdoc="&lt;img src=&quot;http://cdn.example/x&quot;&gt;"></iframe>',
    '<iframe srcdoc="&lt;img src=&#39;&#104;ttp://cdn.example/x&#39;&gt;"></iframe>',
    `<img srcset="https://cdn.example/x 1x, ${url} 2x">`,
    `<img srcset='https://cdn.example/x 1x,${url} 2x'>`,
    `<img srcset="https://cdn.example/x, ${url}">`,
    `<img srcset="${'https://cdn.example/x 1x, '.repeat(30)}${url} 2x">`,
    `<link rel="preload" as="image" imagesrcset="https://cdn.example/x 1x, ${url} 2x">`,
    `<link rel="preload" as="image" imagesrcset="${url} 2x">`,
    `<base href="${url}">`,
    `<svg><script href="${url}"></script></svg>`,
    `<svg><script xlink:href="${url}"></script></svg>`,
    `<svg><filter><feImage href="${url}"/></filter></svg>`,
    `<svg><image/href="${url}"/></svg>`,
    `<div style='background:image-set("${url}" 1x)'>`,
    `<div style='background:-webkit-image-set("https://cdn.example/x" 1x, "${url}" 2x)'>`,
    `<style>a{background:image-set(url(https://cdn.example/x) 1x,'${url}' 2x)}</style>`,
    '<img src="ht\ttp://cdn.example/x">',
    '<img src="http\n://cdn.example/x">',
    '<img src="ht&Tab;tp://cdn.example/x">',
    '<img src="h&#10;ttp&#13;://cdn.example/x">',
    `<iframe srcdoc="&lt;iframe srcdoc='&amp;lt;img src=&amp;quot;${url}&amp;quot;&amp;gt;'&gt;"></iframe>`,
    `<iframe srcdoc="&lt;iframe srcdoc='&amp;lt;img src=&amp;quot;&amp;amp;#104;ttp://cdn.example/x&amp;quot;&amp;gt;'&gt;"></iframe>`,
    `<script>img.srcset = "https://cdn.example/x 1x, ${url} 2x"</script>`,
    `<script>document.write("<img srcset=\\"https://cdn.example/x 1x, ${url} 2x\\">")</script>`,
  ])('is found in %s', (html) => {
    expect(loadsPlainHttp(html)).toBe(true);
  });
});

describe('OpenRTB 2.6, 3.2.4: a plain http resource of HTML', () => {
  test.each([
    '<img src="https://cdn.example/x">',
    '<img src="//cdn.example/x">',
    `<a href="${url}">Buy</a>`,
    '<a href="HTTP://cdn.example/x">Buy</a>',
    `<svg><a xlink:href="${url}"></a></svg>`,
    `<p>${url}</p>`,
    `<a href="https://click.example/?src=${url}&amp;data=${url}">Buy</a>`,
    `<img src="https://cdn.example/x?u=${url}" alt="">`,
    `<script>var landing = "${url}"; open("${url}")</script>`,
    `<svg xmlns="http://www.w3.org/2000/svg"></svg>`,
    `<div data-href="${url}">`,
    '<img src="http://localhost:8080/x"><img src="http://ads.localhost/x"><img src="http://127.0.0.1/x">',
    '<script src="http://[::1]:8080/x"></script>',
    '<img src="&#104;ttps://cdn.example/x">',
    '<a href="http&colon;//shop.example/">Buy</a><p>&#104;ttp://shop.example/</p>',
    `<p style='background:image-set("https://cdn.example/x" 1x);quotes:"a","${url}"'>`,
    `<script>open("https://shop.example", "${url}")</script>`,
    `<a href="https://click.example/?a=1&amp;lt=2&amp;src=${url}&amp;amp;data=${url}">Buy</a>`,
    `<scripts href="${url}"><based href="${url}">`,
    '<img srcset="https://cdn.example/x,http://y.example/ 1x, https://cdn.example/z 2x">',
    `<img data-srcset="https://cdn.example/x 1x, ${url} 2x">`,
    '<img srcset="https://cdn.example/x 1x, http://localhost/x 2x">',
    '',
  ])('is not found in %s', (html) => {
    expect(loadsPlainHttp(html)).toBe(false);
  });
});

test.each([
  [' HTTP://a.example/', true],
  ['http:a.example', true],
  ['http:/a.example', true],
  [String.raw`http:\\a.example`, true],
  ['h\ntt\tp\r://a.example', true],
  ['\u0001http://a.example', true],
  ['https://a.example/?u=http://b.example', false],
  ['http://localhost/', false],
  ['http://user@localhost/', true],
  ['http://localhost@a.example/', true],
  ['http://localhost:80@a.example/', true],
  ['http://127.0.0.1:a@a.example/', true],
  ['HTTP://LOCALHOST:8080?a', false],
  [undefined, false],
])('OpenRTB 2.6, 3.2.4: %s is plain http: %s', (text, isPlain) => {
  expect(isPlainHttp(text)).toBe(isPlain);
});

test('OpenRTB 2.6, 3.2.4: a megabyte of URLs that are not resources is read', () => {
  const hostile = [
    ' http://',
    '>http://',
    '<x href="http://',
    '<a '.repeat(100) + 'http://',
    ' "',
    'p:',
    '= http:',
    ', http:',
    'image-set(;, http:',
    '&amp;',
    '&amp;amp;#',
    'p\n',
    'p\n:',
    '<script>a="http://x"',
    "<a title='http://</xmp><",
    '<a style="\\68',
    '<iframe srcdoc="http:&lt;',
  ];
  for (const part of hostile) expect(loadsPlainHttp(part.repeat(1_000_000 / part.length))).toBe(false);
});

test('2.4: a script with more brackets within each other than can be read counts as plain http', () => {
  for (const part of ['(', '[', '{', 'a(', '"http:",[']) {
    expect(loadsPlainHttp(`<script>a("http:");${part.repeat(100_000)}</script>`)).toBe(true);
    expect(loadsPlainHttp(`<script>a("http:");${part.repeat(100)}</script>`)).toBe(false);
  }
});
