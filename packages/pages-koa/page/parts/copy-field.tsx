import { useRef, useState } from 'preact/hooks';

interface Props {
  readonly label: string;
  readonly text: string;
  /** Whether it is unfolded at first. */
  readonly isOpen?: boolean;
}

/** A text to copy. A browser gives the clipboard to pages over HTTPS only, so the text can be selected, too. */
export function CopyField({ label, text, isOpen = false }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  /** What was done, and with which text. */
  const [done, setDone] = useState({ of: '', says: '' });
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setDone({ of: text, says: 'Copied.' });
    } catch {
      field.current?.select();
      setDone({ of: text, says: 'Press Ctrl+C or ⌘C.' });
    }
  }
  return (
    <details class="copy" open={isOpen}>
      <summary>{label}</summary>
      <textarea
        ref={field}
        aria-label={label}
        readOnly
        rows={Math.min(6, text.split('\n').length + 1)}
        spellcheck={false}
        value={text}
      />
      <p>
        <button type="button" onClick={() => void copy()}>
          Copy
        </button>{' '}
        <span role="status">{done.of === text && done.says}</span>
      </p>
    </details>
  );
}
