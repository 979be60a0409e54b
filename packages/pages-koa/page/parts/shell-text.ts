/** The address of this service, as commands take it. */
export const serviceUrl = (): string => new URL('.', document.baseURI).href.replace(/\/$/, '');

/** An option of a command for a POSIX shell. A value that begins with a dash would be taken for another one. */
export const option = (name: string, value: string): string =>
  ` --${name}${value.startsWith('-') ? '=' : ' '}${quoted(value)}`;

/** A word of a command for a POSIX shell. */
export const quoted = (text: string): string =>
  /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
