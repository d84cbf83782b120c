import { firstOf, type Query } from '#standards/readQuery.ts';

/** Query parameters that configure how the tag shows ads. All others are passed on with the ad request. */
const displayParams = ['size', 'sizes', 'refresh', 'timeout', 'collapse', 'cb'];

/** Parameters beyond this number are dropped, and so are values that are longer. */
const maxParameters = 60;
const maxValueLength = 4096;

/**
 * The script of a display tag (`?size=300x250,320x50&refresh=30&…`). It inserts a slot after its script element, loads
 * the SDK from the host of the tag, and shows the channel's banners in the slot.
 */
export function displayTag(channelUid: string, query: Query): string {
  const slot = {
    channel: channelUid,
    sizes: firstOf(query, 'size', 'sizes'),
    refresh: numberOf(query.get('refresh')),
    timeoutMs: numberOf(query.get('timeout')),
    collapse: query.get('collapse') === '0' ? false : undefined,
    params: paramsOf(query),
  };
  return `${loaderScript}(${toScriptLiteral(slot)});\n`;
}

/** The script of a tag whose channel does not exist. */
export const emptyTag = '// No channel has this URL.\n';

/** Written in ES5 for old web views. The SDK decides whether it runs in them. */
const loaderScript = `(function(o){var d=document,w=window,s=d.currentScript;if(!s||!s.parentNode)return;
var b=s.src.replace(/\\/tag\\/[^\\/?]*\\.js.*$/,""),t=d.createElement("div"),h=w.bidhouse=w.bidhouse||{cmd:[]},a;
s.parentNode.insertBefore(t,s.nextSibling);o.target=t;o.ads=b;
h.cmd.push(function(){h.display(o)});
if(h.version||h.isLoading)return;h.isLoading=true;
a=d.createElement("script");a.async=true;a.src=b+"/adtag.js";if(s.nonce)a.nonce=s.nonce;(d.head||d.body).appendChild(a)})`;

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}

function paramsOf(query: Query): Record<string, string> {
  const passed = [...query].filter(([name, value]) => !displayParams.includes(name) && value.length <= maxValueLength);
  return Object.fromEntries(passed.slice(0, maxParameters));
}

/** JSON that is valid JavaScript in every version and safe inside HTML. */
function toScriptLiteral(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
