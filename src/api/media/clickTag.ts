/**
 * Makes a bundle use the click URL of its frame: `?clickTag=…` becomes the variable of that name in its usual
 * spellings, and assignments by the bundle are ignored.
 */
export function withClickTag(html: string): string {
  const at = startOfScripts(html);
  return html.slice(0, at) + script + html.slice(at);
}

const script =
  '<script>(function(){var m=/[?&]clickTag=([^&#]*)/.exec(location.search),u=m?decodeURIComponent(m[1]):"";' +
  'if(!/^https?:\\/\\//i.test(u))return;["clickTag","clickTAG","clicktag","ClickTag"].forEach(function(n){' +
  'Object.defineProperty(window,n,{configurable:true,get:function(){return u},set:function(){}})})})()</script>';

/** The position after the start tag of the head, or of the document, or after the doctype. */
function startOfScripts(html: string): number {
  for (const tag of [/<head(?:\s[^>]*)?>/i, /<html(?:\s[^>]*)?>/i, /<!doctype[^>]*>/i]) {
    const found = tag.exec(html);
    if (found) return found.index + found[0].length;
  }
  return 0;
}
