import type { Edition } from '#model/index.ts';
import type { SessionUser } from '../session/sessionContract.ts';

/** The JSON in the page's `<script id="session" type="application/json">`. */
export interface PageSession {
  user: SessionUser | null;
  /** The server's time when it rendered the page, ISO 8601: the page's clock, whatever the device's clock says. */
  now: string;
  isDemo: boolean;
  /** The installation's edition; null = the plain one. */
  edition: Edition | null;
  /** Whether a lost password can be replaced by mail. */
  isMailSetUp: boolean;
  /** Logins that the login page offers; empty except in the demo network. */
  demoLogins: DemoLogin[];
}

/** A login that the demo network offers. */
export interface DemoLogin {
  login: string;
  password: string;
  label: string;
}
