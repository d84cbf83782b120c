// What runs in each window: the search of elements by role, label and text, and the console as its build begins it.
import { Ivya } from 'ivya';
import '#console/main.tsx';

Object.assign(window, { elements: Ivya.create({ browser: 'chromium', testIdAttribute: 'data-testid' }) });
