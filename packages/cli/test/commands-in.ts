/** Characters that the comparison of GitHub's runner ignores. */
const IGNORABLE = /\p{DI}/gu;

/**
 * What a terminal or a pipeline would run of an output: the lines in which GitHub's runner, Azure Pipelines or TeamCity finds a
 * command, and those with characters that control a terminal or reorder a text.
 */
export const commandsIn = (output: string): readonly string[] =>
  output.split(/\r\n|[\n\r\u0085\u2028\u2029]/).filter((line) => {
    const compared = line.replaceAll(IGNORABLE, '');
    return (
      compared.trim().startsWith('::') ||
      /##(?:vso|teamcity)?\[/i.test(compared) ||
      /(?!\t)[\p{Cc}\p{Bidi_Control}]/u.test(line)
    );
  });
