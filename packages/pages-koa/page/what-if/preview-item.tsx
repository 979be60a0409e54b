import { reasonText, timeOf } from '../forecast/cause.ts';
import { Where } from '../parts/name.tsx';
import { StateText } from '../parts/state-mark.tsx';
import { dateTimeText } from '../parts/times.ts';
import type { Previewed } from './preview.ts';
import { TitleLink } from '../parts/title-link.tsx';

/** How a change request would go, why, and what to do. */
export function PreviewItem({ forecast: each }: { readonly forecast: Previewed }) {
  const { forecast } = each;
  return (
    <li>
      {forecast !== 'as-planned' && <StateText state={`forecast-${forecast}`} />}{' '}
      <TitleLink of={each} />{' '}
      <span class="muted">
        {dateTimeText(timeOf(each))}, <Where of={each} />
      </span>
      <br />
      {forecast === 'as-planned' ? 'It would go as planned.' : reasonText(each)}
    </li>
  );
}
