/** The addresses that the parent listens on: of ad serving, of the console and the API, and of internal calls. */
export type PortName = 'ads' | 'console' | 'control';
