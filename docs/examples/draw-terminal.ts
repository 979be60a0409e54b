/** One line of a terminal: a command, or output. */
export interface TerminalLine {
  readonly text: string;
  readonly isCommand: boolean;
}

const CHARACTER = { width: 8.43, height: 20 };
const PADDING = 16;

// GitHub shows an SVG as an image, in which the media query follows the reader's colours.
const STYLE = `
  rect { fill: #f6f8fa; stroke: #d1d9e0; }
  text { fill: #1f2328; font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre; }
  .command { fill: #0a6640; font-weight: 600; }
  @media (prefers-color-scheme: dark) {
    rect { fill: #151b23; stroke: #3d444d; }
    text { fill: #f0f6fc; }
    .command { fill: #4ac26b; }
  }
`;

/** Draws a terminal as an SVG image, for light and dark pages. */
export function drawTerminal(lines: readonly TerminalLine[]): string {
  const columns = Math.max(...lines.map(({ text }) => text.length));
  const width = Math.ceil(columns * CHARACTER.width) + 2 * PADDING;
  const height = lines.length * CHARACTER.height + 2 * PADDING;
  const texts = lines.map(({ text, isCommand }, index) => {
    const y = PADDING + (index + 0.75) * CHARACTER.height;
    const kind = isCommand ? ' class="command"' : '';
    return `  <text x="${PADDING}" y="${y}"${kind}>${escaped(text)}</text>\n`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" xml:space="preserve">
  <style>${STYLE}  </style>
  <rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
${texts.join('')}</svg>
`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
