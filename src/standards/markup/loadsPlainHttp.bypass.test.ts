import { describe, expect, test } from 'vitest';
import { loadsPlainHttp } from './loadsPlainHttp.ts';
import type { MarkupKind } from './markupLoads.ts';

const url = 'http://cdn.example/x';
const script = (code: string) => `<script>${code}</script>`;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const image = `<img src="${url}">`;

/** Name and HTML of what loads or fires something by plain http on a page that is https. */
const loading: [name: string, html: string][] = [
  // Tags as browsers read them
  ['a > in an attribute', `<link title=">" href="${url}">`],
  ['a > in an attribute of an image', `<img alt="a>b" src="${url}">`],
  ['a long attribute before it', `<link rel="stylesheet" data-x="${'a'.repeat(500)}" href="${url}">`],
  ['many attributes before it', `<link rel="stylesheet"${' data-x="1"'.repeat(100)} href="${url}">`],
  ['a long srcset', `<img srcset="${'https://cdn.example/x 1x, '.repeat(300)}${url} 2x">`],
  ['a tag that breaks off', `<img src="${url}`],
  ['a tag that breaks off in single quotes', `<img src='${url}`],
  ['a slash between attributes', `<img/alt=""/src="${url}"/>`],
  ['breaks between attributes', `<img\n\nalt\n=\n""\nsrc\n=\n"${url}">`],
  ['behind a comment that ends otherwise', `<!-- --!>${image}<!-- -->`],
  ['behind a comment that ends at once', `<!-->${image}-->`],
  ['behind a conditional comment for all browsers', `<!--[if !IE]><!-->${image}<!--<![endif]-->`],
  ['behind a section of XML', `<![CDATA[>${image}]]>`],
  ['for browsers without scripts', `<noscript>${image}</noscript>`],
  ['in a template', `<template>${image}</template>`],
  ['behind a title', `<title><!--</title>${image}<!-- -->`],
  ['behind a style', `<style>/*</style>${image}<style>*/</style>`],
  ['behind a script with a text of its end', `<script>var a = "</script>${image}<script>"</script>`],
  ['an attribute with references by name', '<img src="&#x68;&Tab;ttp&colon;&sol;&sol;cdn.example/x">'],
  // Elements
  ['a body', `<body background="${url}">`],
  ['a source', `<picture><source srcset="${url} 1x"></picture>`],
  ['a source of video', `<video><source src="${url}" type="video/mp4"></video>`],
  ['an audio', `<audio src="${url}"></audio>`],
  ['subtitles', `<video><track src="${url}"></video>`],
  ['a poster', `<video poster="${url}"></video>`],
  ['an image button', `<input type="image" src="${url}">`],
  ['an embed', `<embed src="${url}">`],
  ['an object', `<object data="${url}"></object>`],
  ['an iframe', `<iframe src="${url}"></iframe>`],
  ['a frame', `<frameset><frame src="${url}"></frameset>`],
  ['an image under its old name', `<image src="${url}">`],
  ['an SVG image', `<svg><image href="${url}"/></svg>`],
  ['an SVG use', `<svg><use xlink:href="${url}#a"/></svg>`],
  ['an SVG image that is animated', `<svg><image><set attributeName="href" to="${url}"/></image></svg>`],
  [
    'an SVG image that is animated by values',
    `<svg><image><animate attributeName="xlink:href" values="a;${url}"/></image></svg>`,
  ],
  ['an SVG fill', `<svg><rect fill="url(${url}#a)"/></svg>`],
  ['a pixel of AMP', `<amp-pixel src="${url}"></amp-pixel>`],
  ['a preload', `<link rel="preload" as="image" href="${url}">`],
  ['a prefetch', `<link rel="dns-prefetch prefetch" href="${url}">`],
  ['a module', `<link rel=modulepreload href=${url}>`],
  ['an icon', `<link rel="shortcut icon" href="${url}">`],
  ['a manifest', `<link rel="manifest" href="${url}">`],
  ['a base', `<base href="${url}"><img src="x">`],
  ['a ping of a link', `<a href="https://shop.example/" ping="${url}">Buy</a>`],
  ['the second ping of a link', `<a href="https://shop.example/" ping="https://a.example/ ${url}">Buy</a>`],
  ['a ping of an area', `<map><area href="https://shop.example/" ping="${url}"></map>`],
  ['a refresh', `<meta http-equiv="refresh" content="0;url=${url}">`],
  ['a refresh in quotes', `<meta http-equiv=Refresh content="0; URL='${url}'">`],
  ['a refresh without its name', `<meta content="1, ${url}" http-equiv="refresh">`],
  // Styles
  ['CSS with escapes', String.raw`<style>a{background:url(\68ttp://cdn.example/x)}</style>`],
  ['CSS with six digits', String.raw`<style>a{background:url("\000068 ttp\3a//cdn.example/x")}</style>`],
  ['CSS with an escaped url', String.raw`<style>a{background:\75rl(http://cdn.example/x)}</style>`],
  ['CSS with a break in a text', '<style>a{background:url("ht\\\ntp://cdn.example/x")}</style>'],
  ['CSS behind a comment', `<style>a{background:/*)*/url(/**/${url})}b{background:url(${url})}</style>`],
  ['CSS with references', `<div style="background:url(&quot;http&#58;//cdn.example/x&quot;)">`],
  ['an import', `<style>@import url(${url});</style>`],
  ['an import with a layer', `<style>@import '${url}' layer(a) screen;</style>`],
  ['a font', `<style>@font-face{font-family:a;src:url(${url}) format("woff2")}</style>`],
  ['a cursor', `<p style="cursor:url(${url}),auto">`],
  ['a variable of CSS', `<p style="--a:url(${url})">`],
  ['a set of images of CSS', `<p style="background:image-set('https://cdn.example/x' type('image/png'),'${url}' 2x)">`],
  ['a style in a URL', `<link rel="stylesheet" href="data:text/css,a{background:url(${url})}">`],
  ['an import in a URL', `<style>@import url("data:text/css;base64,${base64(`a{background:url(${url})}`)}")</style>`],
  // Frames
  ['a frame in base64', `<iframe src="data:text/html;base64,${base64(image)}"></iframe>`],
  ['a frame in a URL', `<iframe src="data:text/html,${encodeURIComponent(image)}"></iframe>`],
  ['a frame in a URL with a charset', `<iframe src="data:text/html;charset=utf-8;base64,${base64(image)}"></iframe>`],
  ['an object in a URL', `<object data="data:image/svg+xml,<svg><image href='${url}'/></svg>"></object>`],
  ['a frame with a script for its URL', `<iframe src="javascript:'<img src=${url}>'"></iframe>`],
  [
    'a frame within frames',
    `<iframe srcdoc="<iframe srcdoc='&lt;iframe srcdoc=&amp;quot;&amp;lt;img src=${url}&amp;gt;&amp;quot;&gt;'>"></iframe>`,
  ],
  ['a script in a URL', `<script src="data:text/javascript,new Image().src='${url}'"></script>`],
  // Scripts
  ['an image', script(`new Image().src = "${url}"`)],
  ['an image by its index', script(`(new Image)["src"]='${url}'`)],
  ['an image with escapes', script(String.raw`new Image().src = "\x68ttp\u003a//cdn.example/x"`)],
  ['an image in octals', script(String.raw`new Image().src = "\150ttp\72//cdn.example/x"`)],
  ['an image in two texts', script(`new Image().src = "http" + "://cdn.example/x"`)],
  ['an image in three texts', script(`new Image().src = "http" + ":" + "//cdn.example/x"`)],
  ['an image in three texts without blanks', script(`new Image().src='http'+':'+'//cdn.example/x'`)],
  ['an image in five texts', script(`new Image().src = 'ht' + 't' + 'p:' + '//' + 'cdn.example/x'`)],
  ['an image in a template', script('new Image().src = `http://cdn.example/x?${Date.now()}`')],
  ['an image with a random number', script(`(new Image()).src = "${url}?r=" + Math.random();`)],
  ['an image in parentheses', script(`new Image().src = ("${url}")`)],
  ['an image behind a condition', script(`i.src = big ? "${url}" : "http://cdn.example/y";`)],
  ['an image with a fallback', script(`i.src = config.image || "${url}";`)],
  ['an image in base64', script(`i.src = atob("${base64(url)}")`)],
  ['an image percent-encoded', script('i.src = unescape("http%3A//cdn.example/x")')],
  ['an image in base64 of the window', script(`i.src = window.atob("${base64(url)}")`)],
  ['an image behind a landing page that is passed on', script(`i.src = "http://cdn.example/x?u=" + (u || "${url}")`)],
  ['an image behind a comparison', script(`i.src = a === "b" ? "${url}" : "//cdn.example/x"`)],
  ['the first of texts that are joined', script(`i.src = ["${url}?r=", Math.random()].join("")`)],
  ['an image with a namespace in its URL', script(`i.src = "http://cdn.example/x?http://www.w3.org/2000/svg"`)],
  ['a host that begins as that of a vocabulary', '<img src="http://schema.org.example/x">'],
  ['a host behind a vocabulary for a user', '<img src="http://schema.org@cdn.example/x">'],
  ['a script of SVG with references', `<svg>${script('i.src = "&#104;ttp://cdn.example/x"')}</svg>`],
  ['a style of SVG with references', '<svg><style>a{fill:url(&#104;ttp://cdn.example/x)}</style></svg>'],
  ['a fetch', script(`fetch("${url}")`)],
  ['a fetch of the window', script(`window.fetch('${url}', { mode: 'no-cors' })`)],
  ['a request', script(`fetch(new Request("${url}"))`)],
  ['a beacon', script(`navigator.sendBeacon("${url}", data)`)],
  ['a beacon, if there are beacons', script(`navigator.sendBeacon?.("${url}")`)],
  ['an XMLHttpRequest', script(`var x = new XMLHttpRequest(); x.open("GET", "${url}", true); x.send()`)],
  ['an import of a script', script(`import("${url}")`)],
  ['a static import', `<script type="module">import a from "${url}"</script>`],
  ['a static import of all', `<script type="module">import "${url}"</script>`],
  ['an export', `<script type="module">export * from "${url}"</script>`],
  ['a worker', script(`new Worker('${url}')`)],
  ['scripts of a worker', script(`importScripts("https://a.example/x", "${url}")`)],
  ['an event source', script(`new EventSource("${url}")`)],
  ['a sound', script(`new Audio("${url}").play()`)],
  ['jQuery', script(`$.getScript("${url}")`)],
  ['a get of jQuery', script(`jQuery.get("${url}", done)`)],
  ['a call of jQuery', script(`$.ajax({ type: "GET", url: "${url}" })`)],
  ['an attribute', script(`i.setAttribute("src", "${url}")`)],
  ['an attribute of jQuery', script(`$("<img>").attr("src", "${url}")`)],
  ['attributes of jQuery', script(`$("<img>").attr({ alt: "", src: "${url}" })`)],
  ['a style sheet', script(`var l = document.createElement("link"); l.rel = "stylesheet"; l.href = "${url}"; add(l)`)],
  [
    'an attribute of a style sheet',
    script(`const l = document.createElement('link'); l.setAttribute('href', '${url}')`),
  ],
  ['a list of sounds', script(`new Howl({ src: ["${url}"] })`)],
  ['an object', script(`player.load({ "src": "${url}" })`)],
  ['a style', script(`d.style.backgroundImage = "url('${url}')"`)],
  ['a style with a variable', script(`d.style.cssText = "background:url(${url}?" + r + ")"`)],
  ['written HTML', script(`document.write('<img src="${url}">')`)],
  [
    'written HTML in parts',
    script(`document.write('<scr' + 'ipt src="${url}?r=' + Math.random() + '"></scr' + 'ipt>')`),
  ],
  ['a part of a tag', script(`document.write("<img width=" + w + " src=${url}>")`)],
  ['a part of a tag in quotes', script(`h += " src='${url}'"`)],
  ['written HTML, percent-encoded', script(`document.write(unescape("%3Cimg src='http%3A//cdn.example/x'%3E"))`)],
  ['written HTML in base64', script(`document.write(atob("${base64(image)}"))`)],
  ['inner HTML in a template', script('d.innerHTML = `<img src="http://cdn.example/x?${r}">`')],
  ['code that is run', script(`eval("new Image().src='${url}'")`)],
  ['code of a timer', script(`setTimeout("i.src='${url}'", 100)`)],
  ['a handler', `<body onload="new Image().src='${url}'">`],
  ['a handler with references', `<img src=x onerror="this.src=&quot;http&#58;//cdn.example/x&quot;">`],
  ['a tracker on a click', `<a href="https://shop.example/" onclick="navigator.sendBeacon('${url}')">Buy</a>`],
  ['a script of a link', `<a href="javascript:void(new Image().src='${url}')">Buy</a>`],
  ['a script beside comments', script(`// https\n/* https */ i.src = "${url}" // https:`)],
  ['a script behind a statement without an end', script(`i.src = "${url}"\nvar a = b ? "https://a.example/" : ""`)],
  ['settings of a script', `<script type="application/json">{"src":"${url}"}</script>`],
  ['media of settings', `<script type="application/json">{"files":["${url}.mp4?a=1"]}</script>`],
  ['a template of a script', `<script type="text/x-template">${image}</script>`],
  ['a map of imports', `<script type="importmap">{"imports":{"a":"${url}.js"}}</script>`],
];

describe('OpenRTB 2.6, 3.2.4: with secure 1, plain http is found in', () => {
  test.each(loading)('%s', (_, html) => {
    expect(loadsPlainHttp(html)).toBe(true);
  });
});

/** Name and HTML of what loads nothing by plain http. */
const allowed: [name: string, html: string][] = [
  ['a landing page', `<a href="${url}"><img src="https://cdn.example/x"></a>`],
  ['a landing page with a > before it', `<a title=">" href="${url}">Buy</a>`],
  ['a landing page of an area', `<map><area href="${url}"></map>`],
  ['a landing page of SVG', `<svg><a xlink:href="${url}"><text>Buy</text></a></svg>`],
  ['a form', `<form action="${url}"><button formaction="${url}">Send</button></form>`],
  ['a landing page behind a script', `<a href="#" onclick="window.open('${url}'); return false">Buy</a>`],
  ['a landing page of a script', `<a href="javascript:window.open('${url}')">Buy</a>`],
  ['a click of MRAID', script(`ad.onclick = function () { mraid.open("${url}") }`)],
  ['a click that leaves the page', script(`ad.onclick = () => { top.location.href = "${url}" }`)],
  ['a click tag', script(`var clickTag = "${url}";`)],
  ['a landing page of a link', script(`a.href = "${url}"; a.setAttribute("href", "${url}")`)],
  [
    'a landing page beside a style sheet',
    script(`var l = document.createElement("link"); var a = document.createElement("a"); a.href = "${url}"`),
  ],
  ['settings with a landing page', script(`Enabler.init({ clickUrl: "${url}", url: "${url}" })`)],
  ['a click tracker with a landing page', `<a href="https://ad.example/clk;1?${url}">Buy</a>`],
  ['a pixel with a page', `<img src="https://cdn.example/x?page=${encodeURIComponent(url)}&ref=${url}">`],
  ['a script with a page', `<script src="https://ad.example/adj;click=${url};ord=1?"></script>`],
  ['text', `<p>See ${url} (src=${url})</p>`],
  ['text with references', '<p>See http&#58;//cdn.example/x</p>'],
  ['a text area', `<textarea>${image}</textarea>`],
  ['a title', `<title>${image}</title>`],
  ['attributes that are texts', `<img src="https://cdn.example/x" alt="${url}" title="${url}" data-src="${url}">`],
  ['a value', `<input value="${url}"><param name="u" value="${url}">`],
  [
    'a document type',
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">',
  ],
  [
    'a namespace',
    '<html xmlns="http://www.w3.org/1999/xhtml"><svg xmlns:xlink="http://www.w3.org/1999/xlink"></svg></html>',
  ],
  [
    'a namespace of CSS',
    '<style>@namespace svg url(http://www.w3.org/2000/svg);@namespace "http://www.w3.org/1999/xhtml";a{}</style>',
  ],
  ['a namespace of a script', script('document.createElementNS("http://www.w3.org/2000/svg", "image")')],
  [
    'a namespace of an attribute',
    script('i.setAttributeNS("http://www.w3.org/1999/xlink", "href", "https://cdn.example/x")'),
  ],
  ['an image with namespaces', `<img src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E%3C/svg%3E">`],
  [
    'an image of CSS with namespaces',
    `<p style="background:url(&quot;data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'></svg>&quot;)">`,
  ],
  [
    'a vocabulary',
    `<div itemscope itemtype="http://schema.org/Product"><link itemprop="availability" href="http://schema.org/InStock"></div>`,
  ],
  [
    'descriptions of the page',
    '<script type="application/ld+json">{"@context":"http://schema.org","image":{"src":"http://cdn.example/x.png"}}</script>',
  ],
  ['a canonical link', `<link rel="canonical" href="${url}"><link rel="author license" href="${url}">`],
  ['a name to look up', `<link rel="dns-prefetch" href="http://cdn.example">`],
  ['metadata', `<meta property="og:image" content="${url}"><meta name="refresh" content="0;url=${url}">`],
  ['a refresh by https', `<meta http-equiv="refresh" content="30;url=https://a.example/?u=${url}">`],
  ['a comment', `<!-- ${image} -->`],
  ['a conditional comment', `<!--[if lt IE 9]><script src="${url}"></script><![endif]-->`],
  ['a comment of CSS', `<style>/* url(${url}) */ a{color:red}</style>`],
  ['a comment of a script', script(`/* i.src = "${url}" */ // i.src = "${url}"\nrun()`)],
  ['texts of CSS', `<style>a[href^="http://"]::after{content:"${url}"}</style>`],
  ['a citation', `<blockquote cite="${url}">a</blockquote>`],
  ['a style of the name of a function', `<p style="background:my-url(${url})">`],
  ['the local machine', '<img src="http://localhost:8080/x"><script>fetch("http://127.0.0.1/x")</script>'],
  ['a text of a script', script(`console.log("see ${url}"); var page = "${url}"; if (page === "${url}") run()`)],
  ['a pattern of a script', script(String.raw`if (/src="http:/.test(a)) b.src = a.replace(/^http:/, "https:")`)],
  ['a replacement', script(`i.src = u.replace("http://", "https://")`)],
  ['a comparison', script(`if (location.protocol == "http:") run(); i.src = u.indexOf("http:") === 0 ? a : b`)],
  [
    'a choice by the protocol',
    script(`s.src = ("https:" == document.location.protocol ? "https://ssl" : "http://www") + ".a.example/ga.js";`),
  ],
  [
    'a choice by the protocol, in another order',
    script(`s.src = location.protocol !== 'https:' ? 'http://a.example/x.js' : 'https://a.example/x.js'`),
  ],
  [
    'a choice in a variable',
    script(
      `var src = (location.protocol == 'https:' ? 'https://a.example/x' : '${url}'); document.write("<scr"+"ipt src='" + src + "'></scr"+"ipt>")`,
    ),
  ],
  ['a choice of schemes', script(`var p = isSecure ? "https" : "http"; i.src = p + "://cdn.example/x"`)],
  [
    'written HTML by the protocol',
    script(`document.write(location.protocol == "https:" ? '<img src="https://a.example/x">' : '<img src="${url}">')`),
  ],
  [
    'an if by the protocol',
    script(`if (location.protocol === "https:") { s.src = "https://a.example/x"; } else { s.src = "${url}"; }`),
  ],
  [
    'an if by the protocol, without brackets',
    script(`if ('https:' == location.protocol) s.src = 'https://a.example/x'; else s.src = '${url}'; run()`),
  ],
  [
    'an if by the beginning of the page',
    script(
      `if (location.href.indexOf("https://") == 0) { load("a") } else if (old) { s.src = "${url}" } else { s.src = "${url}" }`,
    ),
  ],
  [
    'a script before scripts by the protocol',
    script(
      `var gaJsHost = (("https:" == document.location.protocol) ? "https://ssl." : "http://www."); document.write(unescape("%3Cscript src='" + gaJsHost + "google-analytics.com/ga.js' type='text/javascript'%3E%3C/script%3E"));`,
    ),
  ],
  ['a template of https', script('i.src = `https://cdn.example/x?u=${encodeURIComponent("http://a.example/")}`')],
  ['a name of a landing page', script(`var url = "${url}"; function track(url) { new Image().src = url } open(url)`)],
  ['names, which are not followed', script(`var u = "${url}"; i.src = u; i.src = "https://cdn.example/x?u=" + u`)],
  ['a name in a loop', script(`var u = "${url}"; for (const u of pixels) { new Image().src = u }`)],
  ['a name in parentheses', script(`var u = "${url}"; i.src = "https://cdn.example/x?u=" + (u)`)],
  [
    'a name that is a parameter',
    script(`var u = "${url}"; pixels.forEach(u => fetch(u)); pixels.map((u) => fetch(u))`),
  ],
  ['a name that is a member', script(`var u = "${url}"; (function () { var { u } = config; i.src = u })()`)],
  ['a name that is compared', script(`var u = "${url}"; i.src = u === a ? "//a.example/x" : "//b.example/x"`)],
  ['a landing page behind +', script(`i.src = "https://cdn.example/x?u=" + (u || "${url}")`)],
  [
    'a decoded landing page behind +',
    script(`i.src = "https://cdn.example/x?u=" + unescape("${encodeURIComponent(url)}")`),
  ],
  [
    'a landing page decoded by the window behind +',
    script(`i.src = "https://cdn.example/x?u=" + window.unescape("${encodeURIComponent(url)}")`),
  ],
  ['a choice of landing pages behind +', script(`i.src = "https://cdn.example/x?u=" + (a ? "${url}" : "${url}?b")`)],
  ['a landing page in texts that are joined', script(`i.src = ["https://cdn.example/x?u=", "${url}"].join("")`)],
  [
    'a protocol that is compared',
    script(`s.src = ("http:" === location.protocol ? "//a.example/x" : "//b.example/x")`),
  ],
  ['a choice by a protocol', script(`s.src = ("http:" === location.protocol ? "${url}" : "//b.example/x")`)],
  ['a choice by && and ||', script(`s.src = (isSecure && "https://a.example" || "http://a.example") + "/x.js"`)],
  ['an if by a name', script(`if (isHttps) { s.src = "https://a.example/x" } else { s.src = "${url}" }`)],
  ['data of a request', script(`$.get("https://a.example/x", { url: "${url}" })`)],
  ['data in the settings of a request', script(`$.ajax({ url: "https://a.example/x", data: { url: "${url}" } })`)],
  [
    'settings in a function of a request',
    script(`$.get("https://a.example/x", function () { open({ url: "${url}" }) })`),
  ],
  [
    'a landing page of a name that was a style sheet',
    script(`var e = document.createElement("link"); e = document.createElement("a"); e.href = "${url}"`),
  ],
  [
    'a landing page of a name that is a style sheet elsewhere',
    script(
      `function a() { var e = document.createElement("link"); add(e) } function b(e) { e.href = "${url}" } var l = document.createElement("link"); function c(l) { l.href = "${url}" }`,
    ),
  ],
  [
    'landing pages of parameters and loops of the name of a style sheet',
    script(
      `var e = document.createElement("link"); links.forEach(e => e.href = "${url}"); for (e of links) e.href = "${url}"`,
    ),
  ],
  ['a script with references outside SVG', script('i.src = "&#104;ttp://cdn.example/x"')],
  ['a namespace in JSON', script(String.raw`load({ "ns": "http:\/\/www.w3.org\/2000\/svg" })`)],
  ['a member of a name', script(`var e = "${url}"; i.src = e.replace("http:", "https:")`)],
  ['an argument of a function', script(`i.src = proxied("${url}")`)],
  ['a frame of https', `<iframe src="https://ad.example/?u=${url}" srcdoc="<a href='${url}'>Buy</a>"></iframe>`],
  [
    'a frame in base64 with a landing page',
    `<iframe src="data:text/html;base64,${base64(`<a href="${url}">Buy</a>`)}"></iframe>`,
  ],
  ['settings', `<script type="application/json">{"clickUrl":"${url}","page":"${url}"}</script>`],
];

describe('OpenRTB 2.6, 3.2.4: with secure 1, plain http is not found in', () => {
  test.each(allowed)('%s', (_, html) => {
    expect(loadsPlainHttp(html)).toBe(false);
  });
});

test.each<[name: string, kind: MarkupKind, text: string, found: boolean]>([
  ['a style sheet', 'style', `a{background:url(${url})}`, true],
  ['a style sheet with texts', 'style', `a{content:"${url}"}`, false],
  ['a script', 'script', `fetch("${url}")`, true],
  ['a script with a page', 'script', `open("${url}")`, false],
  ['data', 'data', `{"videos":[{"src":"${url}"}]}`, true],
  ['data with escaped slashes', 'data', String.raw`{"src":"http:\/\/cdn.example\/x"}`, true],
  ['data with a file', 'data', `{"videoUrl":"${url}.mp4"}`, true],
  ['data with HTML', 'data', `{"html":"<img src='${url}'>"}`, true],
  ['data with a page', 'data', `{"clickThrough":"${url}"}`, false],
])('OpenRTB 2.6, 3.2.4: %s is read as %s', (_, kind, text, found) => {
  expect(loadsPlainHttp(text, kind)).toBe(found);
});

test('OpenRTB 2.6, 3.2.4: frames within frames beyond any use cannot be checked, and count as plain http', () => {
  let html = 'http://cdn.example/x';
  for (let depth = 0; depth < 100; depth += 1) {
    html = `<iframe srcdoc="${html.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`;
  }
  expect(loadsPlainHttp(html)).toBe(true);
});
