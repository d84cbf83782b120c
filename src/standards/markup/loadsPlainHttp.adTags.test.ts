import { describe, expect, test } from 'vitest';
import { loadsPlainHttp } from './loadsPlainHttp.ts';

const url = 'http://cdn.example/x';
const script = (code: string) => `<script>${code}</script>`;

/** Tags of ad servers, as buyers traffic them: of scripts with frames and images for browsers without them, and clicks. */
const adTags: [name: string, html: string][] = [
  [
    'an element with a script of the ad server',
    `<ins class='dcmads' style='display:inline-block;width:300px;height:250px' data-dcm-placement='N1.2/B3.4' data-dcm-rendering-mode='script' data-dcm-https-only data-dcm-param-click='${url}' data-dcm-click-tracker='https://click.example/?u='><script src='https://www.dcm.example/dcmads.js'></script></ins>`,
  ],
  [
    'a script that is written with variables of the click',
    `<noscript><a href="https://servedby.example/click/1/2?url=${url}" target="_blank"><img border="0" src="https://servedby.example/imp/1/2"></a></noscript>` +
      script(
        `var ftClick = "http://click.example/?adurl="; var ftX = ""; var ft300x250_OOBclickTrack = ftClick; var ftRandom = Math.random() * 1000000; var ftBuildTag1 = "<scr"; var ftBuildTag2 = "</"; var ftClickTrack = escape(ftClick); document.write(ftBuildTag1 + "ipt language='javascript1.1' src='https://servedby.example/imp/1/2?ftx=" + ftX + "&click=" + ftClickTrack + "&cachebuster=" + ftRandom + "' id='ftscript_300x250'>" + ftBuildTag2 + "script>")`,
      ),
  ],
  [
    'a script of an ad server by the protocol',
    script(
      `<!--//<![CDATA[\nvar m3_u = (location.protocol=='https:'?'https://ads.example/ajs.php':'http://ads.example/ajs.php'); var m3_r = Math.floor(Math.random()*99999999999); if (!document.MAX_used) document.MAX_used = ','; document.write ("<scr"+"ipt type='text/javascript' src='"+m3_u); document.write ("?zoneid=1"); document.write ('&amp;cb=' + m3_r); document.write ("'><\\/scr"+"ipt>");\n//]]>-->`,
    ),
  ],
  [
    'a rich creative',
    `<!DOCTYPE html><html><head><meta name="ad.size" content="width=300,height=250"><style>@namespace "http://www.w3.org/1999/xhtml";#a{margin-top:0;background:url(https://cdn.example/a.png)}</style>${script('var clickTag = "http://www.advertiser.example/?utm_source=dsp";')}</head><body><a href="javascript:window.open(window.clickTag)"><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0"/></svg></a>${script('document.createElementNS("http://www.w3.org/2000/svg", "svg"); (new Image).src = "https://t.example/i?u=" + encodeURIComponent(location.href)')}</body></html>`,
  ],
  [
    'a script with its settings',
    `<div class="ad-1">${script(
      `(function (img) { var params = { clickUrl: 'http://click.example/', clickEvent: 'advertiser', externalAdServer: 'Custom' }; var req = document.createElement('script'); req.src = (window.location.protocol == 'https:' ? 'https' : 'http') + '://ads.example/' + img.id + '/web.js?' + Object.keys(params).join('&'); img.parentNode.insertBefore(req, img.nextSibling); })(document.getElementById('i'))`,
    )}</div>`,
  ],
  [
    'a viewability script',
    `<script async src="https://pixel.example/jload?anId=1&pubUrl=${encodeURIComponent(url)}"></script>${script(`var d = { ref: "${url}", page: ["${url}"] }; viewability("https://v.example/m", d)`)}`,
  ],
];

describe('OpenRTB 2.6, 3.2.4: with secure 1, plain http is not found in the tag of', () => {
  test.each(adTags)('%s', (_, html) => {
    expect(loadsPlainHttp(html)).toBe(false);
    expect(loadsPlainHttp(html.replaceAll('src="https:', 'src="http:').replaceAll("src='https:", "src='http:"))).toBe(
      /src=["']https:/.test(html),
    );
  });
});
