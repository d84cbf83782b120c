/** Our URLs that report the viewability of an ad. */
export interface ViewUrls {
  /** Called once when it can be measured whether the ad is in view. */
  measurable: string;
  /** Called once when the ad was viewable. */
  viewable: string;
}

/** How long at least half of an ad must be in view without a break, in milliseconds: the MRC's viewable impression. */
const minMs = { display: 1000, video: 2000 } as const;

/**
 * A script beside an ad in its markup that measures viewability: at least half in view, in a visible tab, for one
 * second without a break (video: two). Inside a frame it observes the frame; otherwise the element around the script.
 * Reports nothing where it cannot measure. Written in ES5 for old web views.
 */
export function viewabilityScript(urls: ViewUrls, form: keyof typeof minMs = 'display'): string {
  const values = [urls.measurable, urls.viewable, minMs[form]].map(asSource).join(',');
  return `<script>${measure}(${values})</script>`;
}

/** `p` is the share in view, `t` the timer that runs while enough of it is. */
const measure = `(function(m,v,ms){var d=document,w=window,e,o,p=0,t=0,s=d.currentScript,reported=false;
if(!w.IntersectionObserver||!s)return;
function send(u){var i=new Image();(w.bidhousePixels=w.bidhousePixels||[]).push(i);i.src=u}
function judge(){var seen=p>=0.5&&d.visibilityState==="visible";
if(seen&&!t)t=setTimeout(function(){stop();send(v)},ms);
if(!seen&&t){clearTimeout(t);t=0}}
function stop(){o.disconnect();d.removeEventListener("visibilitychange",judge)}
function watch(){o=new IntersectionObserver(function(l){var n=l[l.length-1],b=n.boundingClientRect;
if(!reported&&b.width>1&&b.height>1){reported=true;send(m)}
p=reported?n.intersectionRatio:0;judge()},{threshold:[0,0.5,1]});
o.observe(e);d.addEventListener("visibilitychange",judge)}
function start(){if(w.parent===w){e=s.parentElement;if(!e||e===d.body||e===d.head)return}
else{e=d.createElement("div");e.style.cssText="position:fixed;top:0;left:0;width:100%;height:100%;visibility:hidden;pointer-events:none;z-index:-1";d.body.appendChild(e)}
watch()}
if(d.body)start();else d.addEventListener("DOMContentLoaded",start)})`;

/** JSON as JavaScript of any version, safe in any HTML. */
function asSource(value: string | number): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
