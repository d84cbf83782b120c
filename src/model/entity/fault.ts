/** A fault of an input, with the path of the faulty value. */
export interface Fault {
  code: string;
  message: string;
  path: string;
  /** The console page where the cause can be fixed. */
  fix?: PageLink;
}

/** A console page: the label of the link, and its path with query: /channels?open=7&field=impsPerDay. */
export interface PageLink {
  label: string;
  href: string;
}
