/**
 * The part of jsdom that the tests use. Its own types would add those of a browser to everything that imports vitest.
 */
declare module 'jsdom' {
  import type { Context } from 'node:vm';

  export type DOMWindow = Window & typeof globalThis;

  export class CookieJar {
    getCookieStringSync(url: string): string;
    getCookiesSync(url: string): { key: string; value: string }[];
    setCookieSync(cookie: string, url: string): void;
    removeAllCookiesSync(): void;
  }

  export class VirtualConsole {
    on(kind: 'jsdomError', listener: (error: Error) => void): this;
    on(kind: 'error' | 'warn', listener: (...messages: unknown[]) => void): this;
  }

  interface Options {
    url: string;
    runScripts: 'outside-only';
    pretendToBeVisual: boolean;
    cookieJar: CookieJar;
    virtualConsole: VirtualConsole;
  }

  export class JSDOM {
    constructor(html: string, options: Options);
    readonly window: DOMWindow;
    getInternalVMContext(): Context;
  }
}
