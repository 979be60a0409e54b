/** A text that users chose, such as a title: isolated from the direction of its surroundings, cut when too long. */
export function Name({
  text,
  class: kind = '',
}: {
  readonly text: string;
  readonly class?: string;
}) {
  return (
    <bdi class={`name ${kind}`} title={text}>
      {text}
    </bdi>
  );
}
