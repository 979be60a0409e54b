import { type NamedRequest, titleOf } from '@forewarn/forecast';
import { hrefOf } from '../app/route.ts';
import { Name } from './name.tsx';

interface Props {
  readonly of: Pick<NamedRequest, 'project' | 'id' | 'title'>;
  readonly class?: string;
}

/** The title of a change request, as a link to its view. */
export const TitleLink = ({ of, class: kind }: Props) => (
  <a class={kind} href={hrefOf(['change-requests', of.project, of.id])}>
    <Name text={titleOf(of)} />
  </a>
);
