/** How wide a letter is taken to be where nothing is drawn, in pixels. */
const letterWidth = 7;

/** What is drawn on where there is no browser: it takes everything and shows nothing, so that charts come into being. */
export function stubCanvasContext(canvas: HTMLCanvasElement): unknown {
  const answers: Record<PropertyKey, unknown> = {
    canvas,
    measureText: (text: string) => ({ width: text.length * letterWidth }),
    createLinearGradient: () => ({ addColorStop() {} }),
    createRadialGradient: () => ({ addColorStop() {} }),
    createPattern: () => null,
  };
  return new Proxy(answers, { get: (known, key) => (key in known ? known[key] : () => undefined) });
}
