import { CookieJar } from 'jsdom';
import type { ConsoleWindow } from './ConsoleWindow.ts';
import { WindowPage } from './WindowPage.ts';
import { WindowRequest, WindowResponse } from './WindowNetwork.ts';

/** State shared by the pages of a login: cookies, local storage and the connection to the product. */
export class WindowContext {
  readonly baseUrl: string;
  readonly cookieJar = new CookieJar();
  readonly localEntries = new Map<string, string>();
  /** Windows without a document that can be reused. */
  readonly windows: ConsoleWindow[] = [];
  readonly #pages: WindowPage[] = [];
  isOffline = false;

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  /** Opens an empty page. */
  async newPage(): Promise<WindowPage> {
    const page = new WindowPage(this);
    this.#pages.push(page);
    return page;
  }

  pages(): WindowPage[] {
    return this.#pages.filter((page) => !page.isClosed());
  }

  /** Closes its pages and their windows. */
  async close(): Promise<void> {
    for (const page of this.pages()) await page.close();
    for (const { window } of this.windows.splice(0)) window.close();
  }

  /** Sends a request with the cookies of the context and stores those of its response. */
  async fetch(address: string | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, this.baseUrl).href;
    const headers = new Headers(init.headers);
    const cookies = this.cookieJar.getCookieStringSync(url);
    if (cookies !== '') headers.set('cookie', cookies);
    if (init.method !== undefined && init.method !== 'GET') headers.set('origin', new URL(this.baseUrl).origin);
    const answer = await fetch(url, { ...init, headers });
    for (const line of answer.headers.getSetCookie()) this.cookieJar.setCookieSync(line, url);
    return answer;
  }

  /** Requests of the test itself, with the cookies of the context. */
  readonly request = {
    get: (path: string) => this.#send('GET', path, {}),
    post: (path: string, { data }: { data?: unknown } = {}) => this.#send('POST', path, { data }),
    patch: (path: string, { data }: { data?: unknown } = {}) => this.#send('PATCH', path, { data }),
    put: (path: string, { data }: { data?: unknown } = {}) => this.#send('PUT', path, { data }),
  };

  async clearCookies(): Promise<void> {
    this.cookieJar.removeAllCookiesSync();
  }

  async cookies(): Promise<{ name: string; value: string }[]> {
    return this.cookieJar.getCookiesSync(this.baseUrl).map(({ key, value }) => ({ name: key, value }));
  }

  async addCookies(cookies: { name: string; value: string }[]): Promise<void> {
    for (const { name, value } of cookies) this.cookieJar.setCookieSync(`${name}=${value}; Path=/`, this.baseUrl);
  }

  /** Windows without a browser may write to their clipboard and read it. */
  async grantPermissions(): Promise<void> {}

  async setOffline(isOffline: boolean): Promise<void> {
    this.isOffline = isOffline;
    for (const page of this.pages()) page.changeConnection();
  }

  /** Notifies all pages but one of a change that it made in local storage. */
  notifyOthers(teller: WindowPage, key: string | null, value: string | null): void {
    for (const page of this.pages()) if (page !== teller) setTimeout(() => page.dispatchStorageEvent(key, value), 0);
  }

  async #send(method: string, path: string, { data }: { data?: unknown }): Promise<WindowResponse> {
    const init: RequestInit =
      data === undefined
        ? { method }
        : { method, body: JSON.stringify(data), headers: { 'content-type': 'application/json' } };
    const answer = await this.fetch(path, init);
    return new WindowResponse(answer, new WindowRequest(new URL(path, this.baseUrl).href, init));
  }
}
