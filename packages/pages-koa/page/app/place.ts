/** Where the user left the timeline. */
interface Place {
  readonly hash: string;
  readonly scrollY: number;
  /** The link that led away from it. */
  readonly link: string;
}

let place: Place | undefined;

/** Keeps the place of a click that may lead to another view. */
export function keepPlace({ target }: Event): void {
  const link = (target as Element).closest('a')?.getAttribute('href');
  if (link?.startsWith('#/')) place = { hash: location.hash || '#/', scrollY, link };
}

/** The link back to the timeline, with its filters. */
export const hrefBack = (): string => place?.hash ?? '#/timeline';

/** Returns to the place in a timeline that has just been read, unless the user already moved on in it. */
export function restorePlace(): void {
  const kept = place;
  place = undefined;
  if (kept === undefined || kept.hash !== (location.hash || '#/') || scrollY > 0) return;
  scrollTo(0, kept.scrollY);
  // A long table shows the rows in sight in the next frame, and the lanes have their width and so their height.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      scrollTo(0, kept.scrollY);
      const link = document.querySelector<HTMLElement>(`table a[href="${CSS.escape(kept.link)}"]`);
      link?.focus({ preventScroll: true });
    }),
  );
}
