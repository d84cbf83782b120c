import { Finder, type Text } from './Finder.ts';
import type { WindowPage } from './WindowPage.ts';

type State = 'attached' | 'detached' | 'visible' | 'hidden';

/** Filters of a locator. */
interface Narrowing {
  has?: WindowLocator;
  hasNot?: WindowLocator;
  hasText?: Text;
  hasNotText?: Text;
}

/** Options of a click. */
interface PressOptions {
  modifiers?: string[];
  button?: 'left' | 'right';
  timeout?: number;
  force?: boolean;
  /** Rejected: without a layout, elements have no positions. */
  position?: { x: number; y: number };
}

/** Elements of a page by the rules of Playwright: resolved again with each use, and unique for an action. */
export class WindowLocator extends Finder {
  readonly #page: WindowPage;
  readonly selector: string;

  constructor(page: WindowPage, selector: string) {
    super();
    this.#page = page;
    this.selector = selector;
  }

  page(): WindowPage {
    return this.#page;
  }

  filter({ has, hasNot, hasText, hasNotText }: Narrowing): WindowLocator {
    let { selector } = this;
    if (hasText !== undefined) selector += ` >> internal:has-text=${textToFind(hasText)}`;
    if (hasNotText !== undefined) selector += ` >> internal:has-not-text=${textToFind(hasNotText)}`;
    if (has) selector += ` >> internal:has=${JSON.stringify(has.selector)}`;
    if (hasNot) selector += ` >> internal:has-not=${JSON.stringify(hasNot.selector)}`;
    return new WindowLocator(this.#page, selector);
  }

  and(other: WindowLocator): WindowLocator {
    return this.within(`internal:and=${JSON.stringify(other.selector)}`);
  }

  or(other: WindowLocator): WindowLocator {
    return this.within(`internal:or=${JSON.stringify(other.selector)}`);
  }

  nth(index: number): WindowLocator {
    return this.within(`nth=${index}`);
  }

  first(): WindowLocator {
    return this.nth(0);
  }

  last(): WindowLocator {
    return this.nth(-1);
  }

  async all(): Promise<WindowLocator[]> {
    return this.#found().map((_, index) => this.nth(index));
  }

  async count(): Promise<number> {
    return this.#found().length;
  }

  async allTextContents(): Promise<string[]> {
    return this.#found().map(({ textContent }) => textContent);
  }

  async isVisible(): Promise<boolean> {
    const element = this.#one();
    return element !== null && isVisible(element);
  }

  async isHidden(): Promise<boolean> {
    return !(await this.isVisible());
  }

  async waitFor({ state = 'visible', timeout }: { state?: State; timeout?: number } = {}): Promise<void> {
    const isReached = () => {
      const element = this.#one();
      if (state === 'attached') return element !== null;
      if (state === 'detached') return element === null;
      return (element !== null && isVisible(element)) === (state === 'visible');
    };
    await this.#wait(`to be ${state}`, () => isReached() || null, timeout);
  }

  async click(options: PressOptions = {}): Promise<void> {
    await this.#press(options, 1);
  }

  async dblclick(options: PressOptions = {}): Promise<void> {
    await this.#press(options, 2);
  }

  async hover(): Promise<void> {
    const element = await this.#still('to be hovered over');
    await this.#page.act((user) => user.hover(element));
  }

  async focus(): Promise<void> {
    (await this.#attached('to be focused')).focus();
  }

  async blur(): Promise<void> {
    (await this.#attached('to lose the focus')).blur();
  }

  async fill(value: string): Promise<void> {
    const element = await this.#usable('to be filled', isEditable);
    element.focus();
    await this.#page.act(async () => this.#page.setValue(element as HTMLInputElement | HTMLTextAreaElement, value));
  }

  async clear(): Promise<void> {
    await this.fill('');
  }

  async press(keys: string): Promise<void> {
    (await this.#attached('to take keys')).focus();
    await this.#page.keyboard.press(keys);
  }

  async pressSequentially(text: string): Promise<void> {
    (await this.#attached('to take keys')).focus();
    await this.#page.keyboard.type(text);
  }

  async check(): Promise<void> {
    await this.setChecked(true);
  }

  async uncheck(): Promise<void> {
    await this.setChecked(false);
  }

  async setChecked(shouldBeChecked: boolean): Promise<void> {
    const what = shouldBeChecked ? 'to be checked' : 'to be unchecked';
    const element = await this.#still(what);
    if (isChecked(element) === shouldBeChecked) return;
    await this.#page.act((user) => user.click(element));
    await this.#wait(what, () => isChecked(this.#one() ?? element) === shouldBeChecked || null);
  }

  async selectOption(value: string): Promise<void> {
    const element = await this.#usable('to take a choice');
    await this.#page.act((user) => user.selectOptions(element, value));
  }

  async setInputFiles(files: InputFile | InputFile[]): Promise<void> {
    const element = await this.#attached('to take files');
    await this.#page.setFiles(element as HTMLInputElement, [files].flat());
  }

  async isChecked(): Promise<boolean> {
    return isChecked(await this.#attached('to be queried'));
  }

  async isDisabled(): Promise<boolean> {
    return isDisabled(await this.#attached('to be queried'));
  }

  async isEnabled(): Promise<boolean> {
    return !(await this.isDisabled());
  }

  async isEditable(): Promise<boolean> {
    return isEditable(await this.#attached('to be queried'));
  }

  async textContent(): Promise<string> {
    return (await this.#attached('to be read')).textContent;
  }

  async inputValue(): Promise<string> {
    return ((await this.#attached('to be read')) as HTMLInputElement).value;
  }

  async getAttribute(name: string): Promise<string | null> {
    return (await this.#attached('to be read')).getAttribute(name);
  }

  async evaluate(question: (...given: never[]) => unknown, given?: unknown): Promise<unknown> {
    const element = await this.#attached('to be queried');
    return this.#page.runQuery(question, element, given);
  }

  async evaluateAll(question: (...given: never[]) => unknown, given?: unknown): Promise<unknown> {
    return this.#page.runQuery(question, this.#found(), given);
  }

  async dispatchEvent(type: string, init: EventInit = {}): Promise<void> {
    const element = await this.#attached('to take an event');
    this.#page.dispatch(element, type, init);
  }

  async scrollIntoViewIfNeeded(): Promise<void> {
    await this.#attached('to be scrolled to');
  }

  protected override within(selector: string): WindowLocator {
    return new WindowLocator(this.#page, `${this.selector} >> ${selector}`);
  }

  #found(): HTMLElement[] {
    return this.#page.find(this.selector);
  }

  /** The matching element, or null while there is none; throws if several match. */
  #one(): HTMLElement | null {
    const found = this.#found();
    if (found.length > 1) {
      const shown = found.slice(0, 5).map(({ outerHTML }) => `\n  ${outerHTML.slice(0, 160)}`);
      throw new Error(`${this.selector} means ${found.length} elements, not one:${shown.join('')}`);
    }
    return found[0] ?? null;
  }

  #attached(what: string): Promise<HTMLElement> {
    return this.#wait(what, () => this.#one());
  }

  /** The element once it is visible and enabled for a user. */
  #usable(
    what: string,
    isReady: (element: HTMLElement) => boolean = () => true,
    timeout?: number,
  ): Promise<HTMLElement> {
    const found = () => {
      const element = this.#one();
      return element && isUsable(element) && isReady(element) ? element : null;
    };
    return this.#wait(what, found, timeout);
  }

  /**
   * The element once it is usable for two frames, as Playwright waits for stability: newly opened elements take the
   * focus meanwhile.
   */
  async #still(what: string, timeout?: number): Promise<HTMLElement> {
    for (;;) {
      const element = await this.#usable(what, undefined, timeout);
      await this.#page.passFrames(2);
      if (isUsable(element)) return element;
    }
  }

  #wait<T>(what: string, found: () => T | null, timeout?: number): Promise<T> {
    return this.#page.waitUntil(`${this.selector} ${what}`, found, timeout);
  }

  async #press({ modifiers = [], button = 'left', timeout, position }: PressOptions, times: 1 | 2): Promise<void> {
    if (position) throw new Error('a place within an element is for a test with a browser');
    const target = await this.#still('to be pressed', timeout);
    const modifierKeys = modifiers.map((name) => (name === 'ControlOrMeta' ? 'Control' : name));
    await this.#page.act(async (user) => {
      for (const name of modifierKeys) await user.keyboard(`{${name}>}`);
      if (button === 'right') await user.pointer([{ target }, { keys: '[MouseRight]', target }]);
      else if (times === 2) await user.dblClick(target);
      else await user.click(target);
      for (const name of modifierKeys.toReversed()) await user.keyboard(`{/${name}}`);
    });
  }
}

/** A file for upload, by its path or with its contents. */
export type InputFile = string | { name: string; mimeType: string; buffer: Buffer };

/** A text or regular expression as written in a selector: texts are case-insensitive. */
function textToFind(text: Text): string {
  return typeof text === 'string' ? `${JSON.stringify(text)}i` : String(text);
}

function isVisible(element: HTMLElement): boolean {
  const { defaultView } = element.ownerDocument;
  return (
    element.isConnected &&
    element.checkVisibility() &&
    defaultView !== null &&
    defaultView.getComputedStyle(element).visibility !== 'hidden'
  );
}

/** True when it is visible and a user can reach it. */
function isUsable(element: HTMLElement): boolean {
  return isVisible(element) && !isDisabled(element) && isReachable(element);
}

/** False when a modal dialog covers it, so that it cannot be clicked. */
function isReachable(element: HTMLElement): boolean {
  return element.closest('[inert]') === null;
}

function isDisabled(element: HTMLElement): boolean {
  return element.matches(':disabled') || element.closest('[aria-disabled="true"]') !== null;
}

function isEditable(element: HTMLElement): boolean {
  return !element.matches('[readonly], [aria-readonly="true"]');
}

function isChecked(element: HTMLElement): boolean {
  const box = 'control' in element ? (element.control as HTMLElement | null) : element;
  if (box && 'checked' in box) return box.checked === true;
  return box?.getAttribute('aria-checked') === 'true';
}
