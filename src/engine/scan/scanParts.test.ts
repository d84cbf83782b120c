import { expect, test } from 'vitest';
import { type ScannedPart, scanParts } from './scanParts.ts';

const lists = {
  hasDomain: (domain: string) => domain === 'evil.example',
  hasFile: (sha256: string) => sha256 === 'b'.repeat(64),
};

const scan = async (...parts: ScannedPart[]) => (await scanParts(parts, lists)).findings;
const codesOf = async (kind: 'html' | 'script' | 'vast', text: string) =>
  (await scan({ kind, place: 'Markup', text })).map(({ code }) => code);

test.each<[string, string]>([
  ['assigning the location of the page', `<script>top.location = "https://a.example"</script>`],
  ['by members in brackets', `<script>window["to"+"p"]['location'].href='https://a.example'</script>`],
  ['by a function of the location', `<script>parent.location.replace("//a.example")</script>`],
  ['with escapes in names', `<script>t\\u006fp.location="//a.example"</script>`],
  ['by another name of the page', `<script>var page = window.top; page.location.href = u</script>`],
  ['in a function that is called', `<script>function go(){ top.location = u } go()</script>`],
  ['in a function that is called where it ends', `<script>(function(){ top.location = u })()</script>`],
  ['in an arrow function that is called', `<script>(() => top.location = u)()</script>`],
  ['by a timer', `<script>setTimeout(function(){ top.location.assign(u) }, 10)</script>`],
  ['by a timer that gets a name', `<script>const go = () => { top.location = u }; setTimeout(go, 9)</script>`],
  ['on load', `<script>window.onload = function(){ window.open(u) }</script>`],
  ['by a listener of an event without a click', `<script>addEventListener('scroll', () => window.open(u))</script>`],
  ['in a handler of load', `<img src=x onerror="top.location='//a.example'">`],
  ['opening a window', `<script>window.open("https://a.example")</script>`],
  ['of a refresh', `<meta http-equiv=refresh content="0; url=https://a.example">`],
  ['in HTML that a script writes', `<script>document.write('<img src=x onerror="top.location=1">')</script>`],
  ['in a frame’s document', `<iframe srcdoc="&lt;script&gt;top.location=1&lt;/script&gt;"></iframe>`],
  ['in a template', '<script>eval(`top.location = "${u}"`)</script>'],
  ['in base64', `<script>eval(atob("${btoa('top.location="https://a.example"')}"))</script>`],
  ['in percent escapes', `<script>document.write(unescape("%3Cscript%3Etop.location%3D1%3C/script%3E"))</script>`],
  ['behind a comment with a quote', `<script>/* don't */ top /* x */ . location = u</script>`],
  ['behind a regular expression with a quote', `<script>x = /["']/; top.location = u</script>`],
  ['without an end of the script', `<script>top.location = u`],
  ['by another name of another name', `<script>b = window.parent; b = b.self; b = b.top; b.location = u</script>`],
  ['behind slashes of which none is a regular expression', `<script>a.of/[0, /"/], top.location = u</script>`],
  ['behind a comment that browsers end', `<!-- --!><script>top.location=1</script> -->`],
  ['behind a section that browsers end', `<![CDATA[><script>top.location=1</script>]]>`],
  ['behind an element in a comment that browsers end', `<noscript><!--</noscript><script>top.location=1</script>-->`],
  ['in an attribute that browsers end', `<noscript><a b="</noscript><script>top.location=1</script>">`],
  ['in a style of SVG', `<svg><style><img src=x onerror="top.location=1"></style></svg>`],
  ['in a title of SVG', `<svg><title>a&amp;<img src=x onerror="top.location='a&amp;b'"></title></svg>`],
  ['in a javascript: URL of a frame', `<iframe src=" java\tscript:top.location=1">`],
])('a redirect without a click is found: %s', async (_, html) => {
  expect(await codesOf('html', html)).toContain('redirect');
});

test.each<[string, string]>([
  ['a window that a click opens', `<div onclick="window.open(clickTag)"></div>`],
  ['a function for clicks', `<script>function exit(){ window.open(clickTag) }</script><a onclick="exit()">x</a>`],
  ['a listener of clicks', `<script>b.addEventListener('click', function(){ window.open(clickTag) })</script>`],
  ['an arrow function for clicks', `<script>b.onclick = () => window.open(clickTag, '_blank')</script>`],
  ['a link', `<a href="https://brand.example" target="_top">x</a>`],
  [
    'reading the address of the page',
    `<script>var u = parent.location.href.replace(/x/, ''), t = top === self</script>`,
  ],
  ['a request', `<script>var x = new XMLHttpRequest(); x.open('GET', '/a'); x.send()</script>`],
  ['a link that does nothing', `<a href="javascript:void(0)" onclick="top.location='https://b.example'">x</a>`],
  ['an image in a script', `<script>var i = "data:image/png;base64,${'iVBORw0KGgo'.repeat(80)}"</script>`],
  ['a library', `<script>var root = Function("return this")(), f = function(a){ return a / 2 / 1 }</script>`],
  ['a comment', `<!-- <script>top.location = 1</script> -->`],
  ['data', `<script type="application/json">{"top": "top.location = 1"}</script>`],
])('%s is no finding', async (_, html) => {
  expect(await codesOf('html', html)).toEqual([]);
});

test('leaving the page in a function that may be for clicks is a warning', async () => {
  expect(await codesOf('html', `<script>function exit(){ top.location = clickTag }</script>`)).toEqual([
    'possible_redirect',
  ]);
  expect(await codesOf('html', `<script>document.querySelector('a').click()</script>`)).toEqual(['possible_redirect']);
});

test('a finding says where it is', async () => {
  const text = '<div>\n<script>\nvar a = 1\ntop.location = u\n</script>';
  expect(await scan({ kind: 'html', place: 'Markup', text })).toEqual([
    {
      code: 'redirect',
      severity: 'blocked',
      message: 'It leaves the page, or opens a window, without a click of the viewer.',
      place: 'Markup, line 4',
      subject: 'top.location = u',
      accepted: null,
    },
  ]);
});

test.each<[string, 'html' | 'script' | 'vast', string]>([
  ['in a link', 'html', '<a href="https://shop.evil.example/x">x</a>'],
  ['in a parameter of another URL', 'html', '<a href="https://a.example/?u=https%3A%2F%2Fevil.example%2F">x</a>'],
  ['in a style', 'html', '<style>a{background:url(//evil.example/x.png)}</style>'],
  ['in a script', 'html', '<script>new Image().src = "https:\\/\\/evil.example\\/x"</script>'],
  ['in text', 'html', '<p>https://evil.example/</p>'],
  ['behind user names', 'html', '<img src="https://a.example@evil.example/">'],
  [
    'in a wrapper',
    'vast',
    '<VAST version="3.0"><Ad><Wrapper><VASTAdTagURI><![CDATA[https://evil.example/v]]></VASTAdTagURI></Wrapper></Ad></VAST>',
  ],
  ['in XML with a fault', 'vast', '<VAST><Ad>https://evil.example</VAST>'],
  [
    'in HTML of VAST',
    'vast',
    '<VAST version="3.0"><Ad><HTMLResource>&lt;img src="//evil.example/a"&gt;</HTMLResource></Ad></VAST>',
  ],
])('a blocked domain is found %s', async (_, kind, text) => {
  expect(await scan({ kind, place: 'Markup', text })).toContainEqual(
    expect.objectContaining({ code: 'blocked_domain', subject: 'evil.example', severity: 'blocked' }),
  );
});

test('a blocked file is found by its digest', async () => {
  expect(await scan({ kind: 'file', place: 'a.png', sha256: 'b'.repeat(64) })).toMatchObject([
    { code: 'blocked_file', place: 'a.png' },
  ]);
  expect(await scan({ kind: 'file', place: 'a.png', sha256: 'c'.repeat(64) })).toEqual([]);
});

test.each<[string, string, string]>([
  ['miner', 'a miner', '<script src="https://coinhive.com/lib/coinhive.min.js"></script>'],
  ['miner', 'the start of a miner', '<script>new CoinHive.Anonymous("key").start()</script>'],
  ['obfuscated', 'text that is run', `<script>eval(unescape("${'%61'.repeat(100)}"))</script>`],
  ['obfuscated', 'text in escapes', `<script>var a = "${'\\x61'.repeat(60)}"</script>`],
  ['obfuscated', 'codes of characters', `<script>x(String.fromCharCode(${Array(40).fill(97).join(',')}))</script>`],
  ['obfuscated', 'names of a program', `<script>${'_0x4af2(_0x1b3c);'.repeat(20)}</script>`],
  ['script_url', 'a link that runs a script', '<a href="javascript:steal(document)">x</a>'],
  ['download', 'a package', '<iframe src="https://a.example/app.apk?x=1"></iframe>'],
])('%s: %s', async (code, _, html) => {
  expect(await codesOf('html', html)).toContain(code);
});

test('what a creative loads is returned, to be fetched', async () => {
  const html = '<script src="https://a.example/t.js"></script><iframe src="https://b.example/"></iframe>';
  expect((await scanParts([{ kind: 'html', place: 'Markup', text: html }], lists)).resources).toEqual([
    { url: 'https://a.example/t.js', kind: 'script' },
    { url: 'https://b.example/', kind: 'html' },
  ]);
});

test.each<[string, string]>([
  ['opened functions', 'function a(){'],
  ['calls of one name', 'a();'],
  ['functions of one name', 'a=function(){};'],
  ['escapes', '"\\x41'],
  ['nested texts', '"<a \\"<a '],
  ['miners', 'CRLT\n'],
  ['redirects', 'top.location=a0\n;'],
  ['codes', 'fromCharCode('],
  ['runners', 'eval("'],
  ['slashes', 'a//b.'],
  ['attributes', '<a b="'],
  ['many attributes', ' a=1'],
  ['closed elements', '</a><b>'],
  ['frames', '<iframe srcdoc="&lt;iframe '],
  ['aliases', 'b=top;c=b.parent;'],
  ['templates', '`${'],
])('hostile text is scanned to its end: %s', async (_, unit) => {
  const text = unit.repeat(50_000 / unit.length);
  for (const kind of ['html', 'script'] as const) {
    const html = kind === 'html' ? `<a ${text}><script>${text}` : text;
    expect((await scan({ kind, place: 'Markup', text: html })).length).toBeLessThanOrEqual(50);
  }
});

test.each<[string, 'html' | 'script' | 'vast', string, string]>([
  ['slashes without an end', 'script', '', '/['],
  ['slashes with escaped line breaks', 'script', '', '/[\\\n'],
  ['names of names', 'script', '', 'b=top;b=b.top;'],
  ['handlers on one line', 'html', '', '<a onclick=a>'],
  ['elements behind lines', 'vast', `<VAST>${'\n'.repeat(200_000)}`, '<HTMLResource>a</HTMLResource>\n'],
])('the longest texts are scanned in linear time: %s', async (_, kind, head, unit) => {
  const length = kind === 'vast' ? 200_000 : 400_000;
  const text = head + unit.repeat(length / unit.length) + (kind === 'vast' ? '</VAST>' : '');
  expect((await scan({ kind, place: 'Markup', text })).length).toBeLessThanOrEqual(50);
});

test('a creative is scanned in slices: one for each text in it', async () => {
  let slices = 0;
  const text = `<img onload="a()"><iframe srcdoc="<img onload='b()'>"></iframe><script>eval('top.close()')</script>`;
  await scanParts([{ kind: 'html', place: 'Markup', text }], lists, async () => void (slices += 1));
  expect(slices).toBe(6);
});

test('extracts and places are texts that can be stored', async () => {
  const half = '\ud83d';
  const [cut] = await scan({
    kind: 'html',
    place: 'a\u0000b',
    text: `<script>top.location = "\u0000${half}"</script>`,
  });
  expect(cut).toMatchObject({ place: 'ab', subject: 'top.location = "\ufffd"' });
});

test('resources beyond those that are noted are a finding', async () => {
  const text = Array.from({ length: 51 }, (_, index) => `<script src="https://a.example/${index}.js"></script>`).join(
    '',
  );
  expect(await scan({ kind: 'html', place: 'Markup', text })).toMatchObject([
    { code: 'not_scanned', subject: 'https://a.example/50.js' },
  ]);
});
