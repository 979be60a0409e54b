const BASE_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/;

/** Whether a text is a base path: empty, or a path such as `/flags`, without a slash at its end. */
export const isBasePath = (text: string): boolean => BASE_PATH.test(text);
