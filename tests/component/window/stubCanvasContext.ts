/** Width of a character in pixels, because nothing is drawn. */
const letterWidth = 7;

/** A canvas context without a browser: it accepts all calls and draws nothing, so that charts can be created. */
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
