import {
  getByAltTextSelector,
  getByLabelSelector,
  getByPlaceholderSelector,
  getByRoleSelector,
  getByTestIdSelector,
  getByTextSelector,
  getByTitleSelector,
} from 'ivya';
import type { WindowLocator } from './WindowLocator.ts';

/** A case-insensitive text, or a regular expression. */
export type Text = string | RegExp;

type ByRole = NonNullable<Parameters<typeof getByRoleSelector>[1]>;

/** Finds elements as Playwright does: in a page, or within others. */
export abstract class Finder {
  protected abstract within(selector: string): WindowLocator;

  locator(selector: string | WindowLocator, narrowing: Parameters<WindowLocator['filter']>[0] = {}): WindowLocator {
    const inner = typeof selector === 'string' ? selector : `internal:chain=${JSON.stringify(selector.selector)}`;
    return this.within(inner).filter(narrowing);
  }

  getByRole(role: string, options: ByRole = {}): WindowLocator {
    return this.within(getByRoleSelector(role, options));
  }

  getByText(text: Text, options: { exact?: boolean } = {}): WindowLocator {
    return this.within(getByTextSelector(text, options));
  }

  getByLabel(text: Text, options: { exact?: boolean } = {}): WindowLocator {
    return this.within(getByLabelSelector(text, options));
  }

  getByPlaceholder(text: Text, options: { exact?: boolean } = {}): WindowLocator {
    return this.within(getByPlaceholderSelector(text, options));
  }

  getByTitle(text: Text, options: { exact?: boolean } = {}): WindowLocator {
    return this.within(getByTitleSelector(text, options));
  }

  getByAltText(text: Text, options: { exact?: boolean } = {}): WindowLocator {
    return this.within(getByAltTextSelector(text, options));
  }

  getByTestId(id: Text): WindowLocator {
    return this.within(getByTestIdSelector('data-testid', id));
  }
}
