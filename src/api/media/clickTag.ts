/**
 * Makes a bundle follow the click address that it is framed with: `?clickTag=…` becomes the variable of that name in its
 * usual spellings, and what the bundle itself sets it to is passed over.
 */
export function withClickTag(html: string): string {
  const at = startOfScripts(html);
  return html.slice(0, at) + script + html.slice(at);
}

const script =
  '<script>(function(){var m=/[?&]clickTag=([^&#]*)/.exec(location.search),u=m?decodeURIComponent(m[1]):"";' +
  'if(!/^https?:\\/\\//i.test(u))return;["clickTag","clickTAG","clicktag","ClickTag"].forEach(function(n){' +
  'Object.defineProperty(window,n,{configurable:true,get:function(){return u},set:function(){}})})})()</script>';

/** Behind the tag of the head, or of the document, or behind its type. */
function startOfScripts(html: string): number {
  for (const tag of [/<head(?:\s[^>]*)?>/i, /<html(?:\s[^>]*)?>/i, /<!doctype[^>]*>/i]) {
    const found = tag.exec(html);
    if (found) return found.index + found[0].length;
  }
  return 0;
}
