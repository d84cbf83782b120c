/** One fault of an input, named by the path of the value that has it. */
export interface Fault {
  code: string;
  message: string;
  path: string;
  /** The page of the console where the cause can be fixed. */
  fix?: PageLink;
}

/** A page of the console, by what a link to it says and its path with its query: /channels?open=7&field=impsPerDay. */
export interface PageLink {
  label: string;
  href: string;
}
