let tip: HTMLElement | undefined;

/** Shows lines of text beside an element, the first as a title. The element's own name says the same to a screen reader. */
export function showTip(beside: Element, lines: readonly string[]): void {
  hideTip();
  tip = document.createElement('div');
  tip.className = 'tip';
  tip.ariaHidden = 'true';
  for (const line of lines) {
    const text = document.createElement('bdi');
    text.textContent = line;
    tip.append(text);
  }
  document.body.append(tip);
  const at = beside.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.min(
    Math.max(8, at.left + at.width / 2 - width / 2),
    document.documentElement.clientWidth - width - 8,
  );
  const isAbove = at.top > height + 12;
  tip.style.left = `${left}px`;
  tip.style.top = `${isAbove ? at.top - height - 6 : at.bottom + 6}px`;
}

export function hideTip(): void {
  tip?.remove();
  tip = undefined;
}

for (const event of ['scroll', 'hashchange', 'keydown']) {
  addEventListener(event, (happened) => {
    if (!(happened instanceof KeyboardEvent) || happened.key === 'Escape') hideTip();
  });
}
