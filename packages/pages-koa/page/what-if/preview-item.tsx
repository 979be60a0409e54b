import { hrefOf } from '../app/route.ts';
import { reasonText, timeOf } from '../forecast/cause.tsx';
import { Name, Where } from '../parts/name.tsx';
import { StateText } from '../parts/state-mark.tsx';
import { dateTimeText } from '../parts/times.ts';
import { titleOf } from '../timeline/entry.ts';
import type { Previewed } from './preview.ts';

/** How a change request would go, why, and what to do. */
export function PreviewItem({ forecast: each }: { readonly forecast: Previewed }) {
  const { project, id, forecast } = each;
  return (
    <li>
      {forecast !== 'as-planned' && <StateText state={`forecast-${forecast}`} />}{' '}
      <a href={hrefOf(['change-requests', project, id])}>
        <Name text={titleOf(each)} />
      </a>{' '}
      <span class="muted">
        {dateTimeText(new Date(timeOf(each)))}, <Where of={each} />
      </span>
      <br />
      {forecast === 'as-planned' ? 'It would go as planned.' : reasonText(each)}
    </li>
  );
}
