/** The parts of a native response that are requested (OpenRTB Native 1.2, section 5). */
interface NativeResponse {
  assets?: { img?: { url: string } }[];
  link?: { clicktrackers?: string[] };
  imptrackers?: string[];
  eventtrackers?: { event: number; method: number; url?: string }[];
}

/** The URLs that a page with a native ad requests: images and pixels when shown, trackers when clicked. */
export function urlsOfNative(markup: string): { shown: string[]; clicked: string[] } {
  const { assets = [], link, imptrackers = [], eventtrackers = [] } = JSON.parse(markup) as NativeResponse;
  const pictures = assets.flatMap(({ img }) => img?.url ?? []);
  const pixels = eventtrackers.flatMap(({ event, method, url }) => (event === 1 && method === 1 && url ? [url] : []));
  return { shown: [...pictures, ...imptrackers, ...pixels], clicked: link?.clicktrackers ?? [] };
}
