/** What of a native answer is called or loaded (OpenRTB Native 1.2, section 5). */
interface NativeAnswer {
  assets?: { img?: { url: string } }[];
  link?: { clicktrackers?: string[] };
  imptrackers?: string[];
  eventtrackers?: { event: number; method: number; url?: string }[];
}

/** What a page that shows a native ad requests: the pictures and pixels, and what counts its click. */
export function urlsOfNative(markup: string): { shown: string[]; clicked: string[] } {
  const { assets = [], link, imptrackers = [], eventtrackers = [] } = JSON.parse(markup) as NativeAnswer;
  const pictures = assets.flatMap(({ img }) => img?.url ?? []);
  const pixels = eventtrackers.flatMap(({ event, method, url }) => (event === 1 && method === 1 && url ? [url] : []));
  return { shown: [...pictures, ...imptrackers, ...pixels], clicked: link?.clicktrackers ?? [] };
}
