// Runs in each window: the search of elements by role, label and text, and the console, which each document starts.
import '#console/lib/zodSetup.ts';
import { Ivya } from 'ivya';
import { startConsole } from '#console/startConsole.tsx';

Object.assign(window, {
  elements: Ivya.create({ browser: 'chromium', testIdAttribute: 'data-testid' }),
  startConsole,
});
